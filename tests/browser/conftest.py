"""Chromium at a table of a real server."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.browser.table import COUNT_MESSAGES, At
from tests.server.conftest import Served, serving

_FLAGS = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
_UNANSWERED = ("Failed to load resource", "WebSocket connection to")


@pytest.fixture(scope="module")  # while it runs, no other test of this thread may use asyncio
def browser() -> Iterator[Browser]:
    """Debian's Chromium, without a window."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    assert found, "Chromium is missing: run.py test says how to get it"
    as_root = ["--no-sandbox"] if os.getuid() == 0 else []
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=found, args=[*_FLAGS, *as_root])
        yield running
        running.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server whose bots answer at once."""
    with serving(tmp_path_factory.mktemp("browser")) as here:
        yield here


@pytest.fixture
def visit(browser: Browser, served: Served) -> Iterator[Callable[..., At]]:
    """Opens the first page as a new device; fails if the page met an error of its own.

    ``faults_expected``: the server is going to refuse something, or not to be reached, which the
    console tells too.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(
        width: int = 1440, height: int = 900, *, faults_expected: bool = False, **context: object
    ) -> At:
        def heard(message: ConsoleMessage) -> None:
            refused = message.text.startswith(_UNANSWERED)
            if message.type == "error" and not (refused and faults_expected):
                faults.append(message.text)

        made = browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="reduce",
            base_url=f"http://{served.address}",
            **context,  # type: ignore[arg-type]
        )
        contexts.append(made)
        made.add_init_script(COUNT_MESSAGES)
        page: Page = made.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", heard)
        page.goto("/")
        return At(page)

    yield open_page
    for each in contexts:
        each.close()
    assert not faults
