"""Somebody before the page, who sees what is there and uses nothing else."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

CHROMIUM = Path("/usr/bin/chromium")

_INVISIBLE = "[\u2066-\u2069\u200e\u200f\u2060]*"
_ONE_TAB_AFTER_THE_OTHER = 400

_FOCUSED = """() => {
  const at = document.activeElement;
  if (at === document.body) return "|";
  return `${at.closest("section, aside, header")?.dataset.role ?? ""}|`
    + (at.getAttribute("aria-label") ?? (at.labels?.[0] ?? at).textContent.trim());
}"""


@asynccontextmanager
async def launched(*options: str) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", *options]
        )
        yield browser
        await browser.close()


def read(words: str) -> re.Pattern[str]:
    """Return what finds words that have invisible marks between their letters."""
    return re.compile(_INVISIBLE.join(re.escape(letter) for letter in words))


class Viewer:
    """One browser window on the page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.hosts: set[str] = set()
        self.complaints: list[str] = []
        page.on("request", lambda request: self.hosts.add(request.url.split("/")[2]))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text))

    async def open(self, url: str) -> None:
        await self.page.goto(url)
        await expect(self.page.locator("body[data-ready]")).to_be_attached()

    def phone(self, role: str) -> Locator:
        return self.page.locator(f"section.phone[data-role={role}]")

    @property
    def strip(self) -> Locator:
        return self.page.locator("aside.strip")

    @property
    def tour(self) -> Locator:
        return self.page.locator("section.tour")

    def field(self, role: str) -> Locator:
        return self.phone(role).get_by_role("textbox", name="Message")

    def messages(self, role: str) -> Locator:
        return self.phone(role).locator(".row:not([aria-hidden])")

    def sheet(self, role: str) -> Locator:
        return self.phone(role).get_by_role("dialog")

    async def starts(self, role: str) -> None:
        await self.phone(role).get_by_role("button", name="Start", exact=True).click()

    async def writes(self, role: str, text: str) -> None:
        await self.field(role).fill(text)
        await self.field(role).press("Enter")

    async def presses(self, role: str, label: str) -> None:
        """Press the newest button of the chat that says so."""
        await self.button(role, label).click()

    def button(self, role: str, label: str) -> Locator:
        return self.phone(role).locator(".key").filter(has_text=read(label)).last

    async def answers(self, role: str, label: str) -> None:
        """Press a button of the sheet that is open."""
        await self.sheet(role).get_by_role("button", name=read(label)).first.click()

    async def uses_key(self, role: str, label: str) -> None:
        """Press a key that the bot put in place of the keyboard."""
        await self.phone(role).locator(".reply-key").filter(has_text=read(label)).click()

    async def sees(self, role: str, words: str) -> None:
        await expect(self.messages(role).filter(has_text=read(words)).last).to_be_visible()

    async def shares_number(self, role: str) -> None:
        await self.uses_key(role, "Share my phone number")
        await self.answers(role, "Share")

    async def switches(self, name: str) -> None:
        await self.strip.get_by_role("switch", name=name).click()

    async def asks_behind(self, label: str) -> None:
        await self.strip.get_by_role("button", name=label).click()

    def code_in(self, kind: str) -> Locator:
        """The newest code of a kind among the text messages."""
        return self.strip.locator("li").filter(has_text=f"{kind} code").locator(".code").first

    async def copies_code(self, kind: str) -> str:
        code = self.code_in(kind)
        await code.click()
        words = await code.inner_text()
        await expect(self.strip.get_by_role("status")).to_have_text(f"Copied {words}")
        return words

    async def pastes(self, role: str) -> None:
        await self.field(role).focus()
        await self.page.keyboard.press("Control+V")
        await expect(self.field(role)).to_have_value(re.compile(r"\d"))
        await self.page.keyboard.press("Enter")

    async def tabs_to(self, role: str, name: str) -> None:
        """Press Tab until what is called so has the focus, on the phone of a role."""
        wanted = read(name)
        for _ in range(_ONE_TAB_AFTER_THE_OTHER):
            await self.page.keyboard.press("Tab")
            place, _, words = (await self.page.evaluate(_FOCUSED)).partition("|")
            if place == role and wanted.search(words):
                return
        raise AssertionError(f"the Tab key never comes to “{name}”")


async def serious(viewer: Viewer) -> list[str]:
    """Return what axe calls serious or critical."""
    found = (await Axe().run(viewer.page)).response["violations"]
    return [
        f"{each['id']}: {each['nodes'][0]['target']}"
        for each in found
        if each["impact"] in {"serious", "critical"}
    ]
