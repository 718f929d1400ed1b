"""A real browser: Debian's Chromium, and one window in it for each story."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Protocol

import pytest
from playwright.async_api import Browser, expect

from tests.page.viewer import Viewer, launched
from tests.support.patience import PATIENCE
from tests.support.programs import program

WIDE = {"width": 1440, "height": 900}


expect.set_options(timeout=PATIENCE * 1000)


_SHORT = "test_join_in_browser.py"
"""Its story is played in every run; the others are long."""


def pytest_itemcollected(item: pytest.Item) -> None:
    if item.path.name != _SHORT:
        item.add_marker(pytest.mark.long("a story is played in a browser"))


class Window(Protocol):
    def __call__(self, **wishes: Any) -> AbstractAsyncContextManager[Viewer]: ...


@pytest.fixture(scope="session", autouse=True)
def _chromium() -> None:
    program("chromium", "chromium")


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with launched() as browser:
        yield browser


@pytest.fixture
def window(browser: Browser) -> Window:
    """Opens windows; `wishes` are those of a browser context."""

    @asynccontextmanager
    async def open_window(**wishes: Any) -> AsyncIterator[Viewer]:
        context = await browser.new_context(
            **{"viewport": WIDE, "reduced_motion": "reduce", **wishes}
        )
        context.set_default_timeout(PATIENCE * 1000)
        viewer = Viewer(await context.new_page())
        yield viewer
        await context.close()
        assert [said for said in viewer.complaints if "409" not in said] == []

    return open_window
