"""What every page of the service has: headers, escaped values, and forms that only it can send."""

import re
from collections.abc import AsyncIterator, Mapping
from datetime import timedelta

import httpx
import pytest
from jinja2 import UndefinedError
from starlette.responses import Response

from bot.service.errors import NotFoundError, RefusedError
from bot.service.pages.failures import page_app
from bot.service.pages.rendering import ASSET_ROUTES, rendered
from bot.service.pages.visits import Flash, Pages, Visit
from bot.service.vault import HashingVault
from tests.support.clock import ManualClock

SECRET = bytes(range(32))
ORIGIN = "https://fleet.example"
ECHO = "failure.html"


class Site:
    """Two pages, and what was done by their one form."""

    def __init__(self, public_url: str = ORIGIN) -> None:
        self.done: list[str] = []
        self.clock = ManualClock()
        self.pages = pages = Pages("test", HashingVault(SECRET), lambda: public_url, self.clock)
        routes = [pages.get("/", self.ask), pages.post("/", self.do), pages.get("/no", self.no)]
        self.app = page_app([*ASSET_ROUTES, *routes])

    def client(self) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        return httpx.AsyncClient(transport=transport, base_url=ORIGIN)

    async def ask(self, visit: Visit) -> Response:
        return visit.show(ECHO, title="Ask", words=[visit.pages.form_token(visit.known_by)])

    async def do(self, visit: Visit) -> Response:
        name = visit.form["name"]
        if name == "nobody":
            raise RefusedError({"name": ["Somebody has to be named."]})
        self.done.append(name)
        return visit.go("/", Flash(words=f"Done for {name}"))

    async def no(self, _visit: Visit) -> Response:
        raise NotFoundError


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
async def http(site: Site) -> AsyncIterator[httpx.AsyncClient]:
    async with site.client() as client:
        yield client


async def token_of(http: httpx.AsyncClient) -> str:
    found = re.search(r"<p>([0-9a-f]{64})</p>", (await http.get("/")).text)
    assert found
    return found[1]


async def test_a_page_runs_nothing_and_is_neither_framed_nor_kept(http: httpx.AsyncClient):
    answer = await http.get("/")
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'self'; img-src 'self' data:;")
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["cache-control"] == "no-store"
    assert "<script" not in answer.text
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-handover-test=")
    assert all(word in cookie for word in ("HttpOnly", "Secure", "SameSite=lax", "Path=/"))


async def test_the_stylesheet_is_served_under_a_name_that_changes_with_it(http: httpx.AsyncClient):
    answer = await http.get(
        re.findall(r'href="(/pages/style-\w+\.css)"', (await http.get("/")).text)[0]
    )
    assert answer.headers["content-type"].startswith("text/css")
    assert "immutable" in answer.headers["cache-control"]


async def test_a_form_of_the_page_is_taken_and_the_browser_goes_on_to_a_page(
    site: Site, http: httpx.AsyncClient
):
    answer = await http.post("/", data={"form_token": await token_of(http), "name": "Ada"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert site.done == ["Ada"]
    told = (await http.get("/")).text
    assert "Done for Ada" in told
    assert "Done for Ada" not in (await http.get("/")).text  # said once


async def test_what_is_said_in_very_many_words_is_cut_and_not_lost(http: httpx.AsyncClient):
    form = {"form_token": await token_of(http), "name": "\N{EURO SIGN}" * 5000}
    answer = await http.post("/", data=form)
    assert max(map(len, answer.headers.get_list("set-cookie"))) < 4096  # what browsers keep
    assert "Done for €" in (await http.get("/")).text


@pytest.mark.parametrize("token", [None, "", "0" * 64, "é"])
async def test_a_form_without_its_token_does_nothing(
    site: Site, http: httpx.AsyncClient, token: str | None
):
    await token_of(http)
    fields = {"name": "Ada"} if token is None else {"name": "Ada", "form_token": token}
    answer = await http.post("/", data=fields)
    assert answer.status_code == 403
    assert "nothing was done" in answer.text
    assert site.done == []


async def test_a_token_is_of_use_to_its_own_browser_alone(site: Site, http: httpx.AsyncClient):
    stolen = await token_of(http)
    async with site.client() as another:
        await token_of(another)
        answer = await another.post("/", data={"form_token": stolen, "name": "Ada"})
    assert answer.status_code == 403
    async with site.client() as without_cookie:
        answer = await without_cookie.post("/", data={"form_token": stolen, "name": "Ada"})
    assert answer.status_code == 403
    assert site.done == []


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (ORIGIN, 303),
        ("https://evil.example", 403),
        ("null", 403),
        ("http://fleet.example:81", 403),
        ("http://[", 403),
    ],
)
async def test_a_form_of_another_origin_does_nothing(
    http: httpx.AsyncClient, origin: str, status: int
):
    fields = {"form_token": await token_of(http), "name": "Ada"}
    assert (await http.post("/", data=fields, headers={"origin": origin})).status_code == status


@pytest.mark.parametrize("body", [b"\xff=\xff", b"a=%ff", b"&".join([b"a=1"] * 501)])
async def test_a_form_that_cannot_be_read_is_refused(http: httpx.AsyncClient, body: bytes):
    await token_of(http)
    assert (await http.post("/", content=body)).status_code == 403


async def test_a_form_that_is_too_large_is_refused(http: httpx.AsyncClient):
    answer = await http.post("/", content=b"a=" + b"x" * 1024 * 1024)
    assert answer.status_code == 413
    assert "too large" in answer.text


async def test_refusals_are_read_on_a_page(http: httpx.AsyncClient):
    answer = await http.post("/", data={"form_token": await token_of(http), "name": "nobody"})
    assert answer.status_code == 422
    assert "Somebody has to be named." in answer.text
    for path in ("/no", "/nowhere"):
        missing = await http.get(path)
        assert missing.status_code == 404
        assert "There is nothing here" in missing.text
    assert (await http.put("/")).status_code == 405


async def test_what_is_shown_is_escaped_and_what_is_forgotten_is_an_error():
    page = rendered(ECHO, title="<b>", words=["<script>alert(1)</script>"])
    assert b"&lt;script&gt;" in page.body
    assert b"<script" not in page.body
    with pytest.raises(UndefinedError):
        rendered(ECHO, title="without words")


@pytest.mark.parametrize(
    ("public_url", "status"),
    [
        ("http://127.0.0.1:8080", 200),
        ("http://localhost:8080", 200),
        ("http://[::1]:8080", 200),
        ("http://fleet.example", 403),
        ("http://127.0.0.1.evil.example", 403),
    ],
)
async def test_a_page_is_not_sent_where_others_read_it(public_url: str, status: int):
    async with Site(public_url).client() as http:
        answer = await http.get("/")
    assert answer.status_code == status
    assert "Secure" not in answer.headers.get("set-cookie", "")


async def test_what_is_said_is_read_once_by_its_own_browser_and_soon(
    site: Site, http: httpx.AsyncClient
):
    fields = {"form_token": await token_of(http), "name": "Ada"}
    first, second = [(await http.post("/", data=fields)).cookies for _ in range(2)]
    own = dict(http.cookies)
    assert "Done for Ada" in (await http.get("/")).text

    async def read_with(cookies: Mapping[str, str]) -> bool:
        async with site.client() as other:
            other.cookies.update(dict(cookies))
            return "Done for Ada" in (await other.get("/")).text

    assert not await read_with(second)  # nobody's browser
    assert not await read_with({"__Host-handover-test": "another"} | dict(first))
    assert not await read_with(own)  # its own browser, which has read it
    site.clock.advance(timedelta(minutes=2))
    assert not await read_with(own | dict(first))


async def test_what_is_said_cannot_be_made_up(http: httpx.AsyncClient):
    for made_up in ("00", "zz", "ab" * 40):
        http.cookies.set("__Host-handover-test-flash", made_up)
        assert (await http.get("/")).status_code == 200
