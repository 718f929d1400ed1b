"""The page of a parcel, for people without Telegram: it has no script and loads no other site.

Only its address opens it. The answer to a wrong address never says what is wrong with it.
"""

import secrets
from base64 import b64encode
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from bot.actions.cards import parcel_page
from bot.actions.cards.parcel_page import PageReader
from bot.actions.context import HELLO, Context
from bot.base.clock import Clock
from bot.base.database.transaction import DatabaseFailed
from bot.base.http.auth_throttle import RefusalBrake
from bot.base.http.page_headers import complete
from bot.base.plain_text import clean
from bot.base.short_links import ShortLinks
from bot.texts.catalogues import languages, nearest
from bot.texts.customer import parcel_page as texts
from bot.texts.customer.relay import LONGEST
from bot.texts.everyone.language import own_name
from bot.texts.html import plain
from bot.texts.words import Words
from bot.web.requests import PostRefused, read_body

if TYPE_CHECKING:
    from jinja2 import Template  # loaded only when a page is asked for

PAGE_PATH = "/t/{code}"

_FOLDER = Path(__file__).parent
_STYLE = (_FOLDER / "parcel_page.css").read_text()
_STYLE_HASH = b64encode(sha256(_STYLE.encode()).digest()).decode()
_LIMIT = 16 * 1024
"""The most bytes of a form: the longest text that is taken, in the longest characters."""
_SHOWN = 40
"""How many messages a page shows, the latest ones."""

_JPEG = b"\xff\xd8\xff"

_AT_ONCE = 10
_A_SECOND = 1.0
_LINKS = 10_000
"""How many links are counted, those that were requested last."""

FetchPhoto = Callable[[str], Awaitable[bytes]]
"""Returns the bytes of a photo by its Telegram id, or none if Telegram does not give it."""


class LinkRate:
    """Allows ten requests of each link at once, and then one a second."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def takes(self, code: str) -> bool:
        """Count a request; return `False` if it is one too many."""
        now = self._clock.elapsed()
        left, at = self._left.pop(code, (_AT_ONCE, now))
        left = min(_AT_ONCE, left + (now - at) * _A_SECOND)
        if len(self._left) >= _LINKS:
            del self._left[next(iter(self._left))]
        self._left[code] = (left - 1 if left >= 1 else left, now)
        return left >= 1


class ParcelPages:
    """Serves the pages; their links are made with one of the `keys` of the fleet service.

    `fetch` gets a photo from Telegram. `is_public`: others reach the pages by https.
    """

    def __init__(
        self, context: Context, keys: Sequence[str], fetch: FetchPhoto, *, is_public: bool
    ) -> None:
        self._context = context
        self._fetch = fetch
        self._is_public = is_public
        self._links = [ShortLinks(key) for key in keys]
        self._rate = LinkRate(context.clock)
        self._brake = RefusalBrake(context.clock, "a link that opens nothing")

    @property
    def route(self) -> Route:
        return Route(PAGE_PATH, self._answer, methods=["GET", "POST"])

    async def _answer(self, request: Request) -> Response:
        # Take the chosen language, or else the best one that the browser accepts.
        language = request.query_params.get("lang", "")
        if language not in languages():
            preferred = request.headers.get("accept-language", "")[:200].split(",")
            language = nearest(*(each.partition(";")[0].strip() for each in preferred))
        say = Words(language)
        try:
            answer = await self._open(request, say)
        except DatabaseFailed:
            answer = _notice(say, 503, texts.later(say))
        except PostRefused as refused:
            answer = _notice(say, refused.status, texts.later(say))
        answer.headers["Cache-Control"] = "no-store"
        answer.headers["X-Robots-Tag"] = "noindex, nofollow, noarchive"
        complete(answer.headers, is_public=self._is_public)
        return answer

    async def _open(self, request: Request, say: Words) -> Response:
        code, read = request.path_params["code"], self._context.database.read
        reader = await read(parcel_page.find, self._links, code, say.language)
        if reader is None:
            # Answer more and more slowly, as somebody may be guessing codes.
            answer = _notice(say, 404, texts.nothing_here(say))
            if not await self._brake.slow_down(request.client.host if request.client else ""):
                answer.headers["Connection"] = "close"
            return answer
        if not self._rate.takes(code):
            answer = _notice(say, 429, texts.later(say))
            answer.headers["Retry-After"] = "60"
            return answer
        if request.method == "POST":
            return await self._write(request, reader)
        if "photo" in request.query_params:
            page = await read(parcel_page.show, self._context.identity, reader)
            content = await self._fetch(page.photo_here) if page.photo_here else b""
            if not content.startswith(_JPEG):
                content = b""
            status = 200 if content else 404
            return Response(content, status, media_type="image/jpeg" if content else None)
        return await self._show(reader)

    async def _write(self, request: Request, reader: PageReader) -> Response:
        """Take the words, and redirect to the page, so that a reload does not send them again."""
        raw = (await read_body(request.scope, request.receive, _LIMIT)).decode(errors="replace")
        form = dict(parse_qsl(raw))
        words, write = clean(form.get("words", "")).strip(), self._context.database.write
        identity = self._context.identity
        if words and reader.followed.row.is_open:
            refusal = await write(parcel_page.write, identity, reader, words, form.get("form", ""))
            if refusal is not None:
                return await self._show(reader, words, plain(refusal.html))
        return RedirectResponse(f"?lang={reader.say.language}", 303)

    async def _show(self, reader: PageReader, typed: str = "", refused: str = "") -> Response:
        identity = self._context.identity
        page = await self._context.database.read(parcel_page.show, identity, reader)
        title, *lines = page.card.split("\n")
        shown = {
            "page": page,
            "lines": lines,
            "said": page.said[-_SHOWN:],
            "typed": typed,
            "refused": refused,
            "longest": LONGEST,
            # This identifies a form that is sent twice.
            "form": secrets.token_urlsafe(16),
            "telegram": identity.link(HELLO),
        }
        photo = page.photo or ("?photo" if page.photo_here else "")
        return _rendered(reader.say, 422 if refused else 200, title, photo, **shown)


def _notice(say: Words, status: int, said: tuple[str, str]) -> Response:
    title, line = said
    return _rendered(say, status, title, lines=[line], page=None)


@cache
def _template() -> "Template":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415

    templates = Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return templates.get_template("parcel_page.html")


def _rendered(say: Words, status: int, title: str, photo: str = "", **values: object) -> Response:
    """Make a page that may load only this photo and its own style."""
    html = _template().render(
        title=title,
        photo=photo,
        language=say.language,
        direction=say.locale.text_direction,
        style=_STYLE,
        languages=[(code, own_name(code)) for code in languages()],
        words=texts.around_card(say),
        **values,
    )
    # Only the host is known from the settings; the rest of the address may be anything.
    host = urlsplit(photo).hostname
    photo_host = f" https://{host}:*" if host else ""
    policy = (
        f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; img-src 'self' data:{photo_host}; "
        "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    )
    return HTMLResponse(html, status, headers={"Content-Security-Policy": policy})
