"""The companion as an application of its own: what is kept without a network, and its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from durak.ruleset import Ruleset

if TYPE_CHECKING:
    from durak.web.pages import Pages

_STYLES: Final = ("base.css", "home.css", "paper.css", "tools.css", "companion.css", "icon.svg")
_AT_HAND: Final = (
    *(f"podkidnoy players={players}" for players in range(2, 7)),
    *(f"perevodnoy players={players}" for players in range(2, 7)),
    *(f"classic-teams players={players}" for players in (4, 6)),
)
"""Rules that can be chosen without a network though nobody has chosen them before."""


def worker(pages: Pages) -> str:
    """The service worker, with a version that changes with any file it keeps."""
    from durak.web.pages import edition, modules, static

    names = (*_STYLES, *modules("companion.js"))
    return pages.fragment(
        "companion-worker.js",
        version=edition(),
        files=[static(name) for name in names],
        rules=[f"/api/companion?rules={quote(Ruleset.from_code(each).code)}" for each in _AT_HAND],
    )


def manifest(pages: Pages) -> Mapping[str, object]:
    """The web application manifest."""
    from durak.web.pages import static

    return {
        "name": f"{pages.phrase('site.name')}: {pages.phrase('guide.companion.title')}",
        "short_name": pages.phrase("guide.companion.short"),
        "lang": pages.language,
        "start_url": "/companion",
        "scope": "/companion",
        "display": "standalone",
        "background_color": "#e3eae0",
        "theme_color": "#dfe6dc",
        "icons": [
            {"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
        ],
    }
