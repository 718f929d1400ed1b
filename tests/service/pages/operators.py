"""An operator with a terminal, a browser that shows no pictures, and an authenticator app."""

import html
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

import httpx
import pyotp

from bot.service.operations.operators import Operators
from tests.service.fleet import Fleet

ORIGIN = "https://fleet.example"
NAME = "ada"
PASSWORD = "blue ladder seven oranges"
_TOKEN = re.compile(r'name="form_token" value="([0-9a-f]+)"')
_SECRET = re.compile(r'<code class="secret">([A-Z2-7]+)</code>')
_SEALED = re.compile(r'name="sealed" value="([0-9a-f]+)"')


def operators_of(fleet: Fleet) -> Operators:
    return Operators(fleet.development.database, fleet.development.vault)


class Browser:
    """A browser with its cookies; `page` is what it shows."""

    def __init__(self, fleet: Fleet, http: httpx.AsyncClient) -> None:
        self.fleet = fleet
        self.http = http
        self.page = ""
        self.secret = ""

    async def opens(self, path: str) -> httpx.Response:
        """Ask for a page, and follow where it leads."""
        return self._shown(await self.http.get(path, follow_redirects=True))

    async def sends(
        self, path: str, fields: Mapping[str, str] | None = None, *, token: str | None = None
    ) -> httpx.Response:
        """Send a form of the page that is shown, and look at where that leads."""
        found = _TOKEN.search(self.page)
        data = dict(fields or {})
        data["form_token"] = token if token is not None else (found[1] if found else "")
        answer = await self.http.post(path, data=data)
        if answer.status_code != 303:
            return self._shown(answer)
        await self.opens(answer.headers["location"])
        return answer

    async def logs_in(self, name: str = NAME, password: str = PASSWORD, code: str = "") -> None:
        await self.opens("/operator/login")
        fields = {"name": name, "password": password, "code": code or self.code}
        await self.sends("/operator/login", fields)

    async def comes_by_link(self, token: str) -> httpx.Response:
        await self.opens(f"/operator/link/{token}")
        return await self.sends(f"/operator/link/{token}")

    async def sets_up(self, password: str = PASSWORD) -> httpx.Response:
        await self.opens("/operator/account")
        self.secret = self._held(_SECRET)
        fields = self.set_up_fields(password)
        return await self.sends("/operator/account", fields)

    def set_up_fields(self, password: str) -> dict[str, str]:
        sealed = self._held(_SEALED)
        return {"sealed": sealed, "password": password, "again": password, "code": self.code}

    @property
    def code(self) -> str:
        """What the authenticator app shows now."""
        return pyotp.TOTP(self.secret).at(self.now)

    @property
    def now(self) -> datetime:
        return self.fleet.clock.now()

    @property
    def words(self) -> str:
        """What a person reads, on one line."""
        return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", self.page)).split())

    def _held(self, pattern: re.Pattern[str]) -> str:
        found = pattern.search(self.page)
        assert found, self.words
        return found[1]

    def _shown(self, answer: httpx.Response) -> httpx.Response:
        self.page = answer.text
        return answer


@asynccontextmanager
async def browsing(fleet: Fleet, address: str = "127.0.0.1") -> AsyncIterator[Browser]:
    transport = httpx.ASGITransport(
        fleet.service.asgi, raise_app_exceptions=False, client=(address, 1)
    )
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as http:
        yield Browser(fleet, http)


@asynccontextmanager
async def logged_in(fleet: Fleet, name: str = NAME) -> AsyncIterator[Browser]:
    """An operator who has set a password and a second factor, and logged in with them."""
    async with browsing(fleet) as browser:
        await browser.comes_by_link(await operators_of(fleet).add(name))
        await browser.sets_up()
        await browser.sends("/operator/logout")
        fleet.clock.advance(timedelta(seconds=60))
        await browser.logs_in(name)
        yield browser
