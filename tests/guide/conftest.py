"""A server whose guide is read."""

from collections.abc import Iterator

import pytest

from tests.server.conftest import Served, serving


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all: reading changes nothing."""
    with serving(tmp_path_factory.mktemp("guide")) as here:
        yield here
