"""`python -m tests.page.first_render`: how soon the page shows its chats, and how large it is.

The goal is one second on a machine with two cores.
"""

import asyncio
import statistics
import sys

from playwright.async_api import expect

from bot.local_telegram.control.site import PAGE
from tests.page.pictures import open_page

TIMES = 7
_MOMENTS = """() => [
  performance.getEntriesByName("first-contentful-paint")[0].startTime,
  performance.getEntriesByName("ready")[0].startTime,
]"""


async def measure() -> list[tuple[float, float]]:
    """Return milliseconds from the address to the first paint, and to the chats."""
    found = []
    async with open_page() as (page, *_):
        for _ in range(TIMES):
            await page.reload()
            await expect(page.locator("body[data-ready]")).to_be_attached()
            await page.wait_for_function(
                "performance.getEntriesByName('first-contentful-paint').length"
            )
            painted, ready = await page.evaluate(_MOMENTS)
            found.append((painted, ready))
    return found


if __name__ == "__main__":
    painted, ready = zip(*asyncio.run(measure()), strict=True)
    size = sum(path.stat().st_size for path in PAGE.iterdir())
    sys.stdout.write(
        f"first paint after {statistics.median(painted):.0f} ms, chats after"
        f" {statistics.median(ready):.0f} ms (medians of {TIMES}); {size / 1000:.0f} kB\n"
    )
