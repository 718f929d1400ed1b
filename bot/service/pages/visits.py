"""One request for a page by one browser: its cookie, its forms, what it is told next.

A form is known as one of ours by a token that is bound to the browser's cookie with the service's
secret: a page of somebody else's can make a browser send the cookie, and never knows the token.
"""

import hmac
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Self
from urllib.parse import parse_qsl, urlsplit

from markupsafe import Markup
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from bot.base.clock import Clock
from bot.base.http.connection_limit import network_of
from bot.base.vault import SealBroken
from bot.service.addresses import LOOPBACK
from bot.service.api.route import read_limited
from bot.service.pages.failures import FormRefusedError, PlainHttpError
from bot.service.pages.rendering import HEADERS, rendered
from bot.service.vault import HashingVault

_TOKEN_FIELD = "form_token"  # noqa: S105 - a field's name
_COOKIE_BYTES = 32
_MAX_FIELDS = 500
_LONGEST_WORDS = 500
"""Characters, of three bytes even: browsers keep no cookie of more than 4 kB."""
_FLASH_FOR = timedelta(minutes=2)
_AT_ONCE = timedelta()

Form = Mapping[str, str]
Origin = Callable[[], str]


class Flash(BaseModel):
    """What a person reads on the next page, once. It travels in a cookie: it holds no secret."""

    words: str
    wrong: bool = False


class _KeptFlash(BaseModel):
    flash: Flash
    until: datetime


@dataclass(frozen=True)
class Pages:
    """Pages that share a cookie; `name` is in the cookie's, `public_url` is asked per request."""

    name: str
    vault: HashingVault
    public_url: Origin
    clock: Clock
    _read: dict[str, datetime] = field(default_factory=dict, repr=False)
    """Flashes that were read, while they would hold otherwise."""

    def get(self, path: str, show: "Handler") -> Route:
        """Make the route of a page that is only looked at."""

        async def answer(request: Request) -> Response:
            return await show(self._visit(request))

        return Route(path, answer, methods=["GET"])

    def post(self, path: str, do: "Handler") -> Route:
        """Make the route of a form; one that is not of ours is refused before `do` is called."""

        async def answer(request: Request) -> Response:
            visit = self._visit(request)
            return await do(await visit.with_form())

        return Route(path, answer, methods=["POST"])

    def _visit(self, request: Request) -> "Visit":
        address = urlsplit(self.public_url())
        if address.scheme != "https" and address.hostname not in LOOPBACK:
            raise PlainHttpError
        cookie = request.cookies.get(self.cookie, "")
        return Visit(self, request, cookie or _new_name(), is_new=not cookie)

    def seal_flash(self, flash: Flash, known_by: str) -> str:
        """Seal what one browser reads next; nobody else's cookie opens it, nor does a later day."""
        # A browser drops a cookie that is too long, and the person would read nothing.
        cut = flash.model_copy(update={"words": flash.words[:_LONGEST_WORDS]})
        kept = _KeptFlash(flash=cut, until=self.clock.now() + _FLASH_FOR)
        return self.vault.seal(kept.model_dump_json().encode(), self._flash_of(known_by)).hex()

    def read_flash(self, sealed: str, known_by: str) -> Flash | None:
        """Return what was sealed for this browser a moment ago, once."""
        now = self.clock.now()
        try:
            opened = self.vault.open(bytes.fromhex(sealed), self._flash_of(known_by))
        except (ValueError, SealBroken):  # not of ours, or somebody else's
            return None
        kept, name = _KeptFlash.model_validate_json(opened), sealed.lower()
        # A flash that is too old opens nothing, read or not, and need not be remembered.
        for over in [each for each, until in self._read.items() if until <= now]:
            del self._read[over]
        if kept.until <= now or name in self._read:
            return None
        self._read[name] = kept.until
        return kept.flash

    def _flash_of(self, known_by: str) -> str:
        return f"flash of {self.name}, {self.form_token(known_by)}"

    @property
    def is_secure(self) -> bool:
        return self.public_url().startswith("https:")

    @property
    def cookie(self) -> str:
        """The cookie's name; with its prefix no other host, and no plain http, can set it."""
        return f"__Host-handover-{self.name}" if self.is_secure else f"handover-{self.name}"

    def form_token(self, known_by: str) -> str:
        return self.vault.digest(known_by, context=f"forms of {self.name}").hex()


@dataclass(frozen=True)
class Visit:
    """A request of a browser that is `known_by` its cookie; `form` is what it has filled in."""

    pages: Pages
    request: Request
    known_by: str
    is_new: bool
    form: Form = field(default_factory=dict)

    async def with_form(self) -> Self:
        """Return the visit with its form read.

        Raises:
            FormRefusedError: it does not come from a page of ours that this browser was shown.
            BodyTooLargeError: it is larger than the service reads.
        """
        origin = self.request.headers.get("origin")
        host = self.request.headers.get("host", "")
        public = urlsplit(self.pages.public_url())
        own = f"{public.scheme}://{public.netloc}"
        try:
            # Not every browser says the origin of a form. A proxy can pass another host on than the
            # one that the browser asked for, which is that of the public address.
            is_ours = origin is None or origin == own or urlsplit(origin).netloc == host
            raw = (await read_limited(self.request)).decode()
            sent = parse_qsl(
                raw, keep_blank_values=True, errors="strict", max_num_fields=_MAX_FIELDS
            )
        except ValueError as error:
            raise FormRefusedError from error
        form = {name: value.replace("\0", "") for name, value in sent}
        expected = self.pages.form_token(self.known_by)
        token = form.pop(_TOKEN_FIELD, "")
        if not (is_ours and hmac.compare_digest(token.encode(), expected.encode())):
            raise FormRefusedError
        return replace(self, form=form)

    def show(self, template: str, status: int = 200, **values: object) -> Response:
        """Answer with a page; what was said for it is said, and forgotten."""
        token = self.pages.form_token(self.known_by)
        hidden = Markup('<input type="hidden" name="{}" value="{}">').format(_TOKEN_FIELD, token)
        sealed = self.request.cookies.get(self._flash_cookie)
        flash = None if sealed is None else self.pages.read_flash(sealed, self.known_by)
        page = rendered(template, status, form_token=hidden, flash=flash, **values)
        if self.is_new:
            self.remember(page, self.known_by)
        if flash is not None:
            self._set(page, self._flash_cookie, "", _AT_ONCE)
        return page

    def go(self, path: str, flash: Flash | None = None) -> Response:
        """Have the browser ask for another page, so that reloading that repeats nothing."""
        answer = RedirectResponse(path, 303, headers=HEADERS)
        # The flash is bound to this cookie: a browser without one could not read it.
        if self.is_new and flash is not None:
            self.remember(answer, self.known_by)
        if flash is not None:
            sealed = self.pages.seal_flash(flash, self.known_by)
            self._set(answer, self._flash_cookie, sealed, _FLASH_FOR)
        return answer

    def renewed(self) -> Self:
        """Return the visit as that of a browser of which nothing is known."""
        return replace(self, known_by=_new_name(), is_new=True)

    def remember(self, answer: Response, known_by: str) -> None:
        """Let the browser be known by this from now on, until it is closed."""
        self._set(answer, self.pages.cookie, known_by)

    def mark(self, whose: str) -> str:
        """Return what was remembered of the browser itself as somebody's; it may be anything."""
        return self.request.cookies.get(self._mark_cookie(whose), "")

    def mark_browser(self, answer: Response, whose: str, mark: str, lasts: timedelta) -> None:
        """Remember something of the browser, which outlives its being closed."""
        self._set(answer, self._mark_cookie(whose), mark, lasts)

    @property
    def address(self) -> str:
        return self.request.client.host if self.request.client else ""

    @property
    def network(self) -> str:
        """The network that the browser is in, as far as one person has it alone."""
        return network_of(self.address)

    def _mark_cookie(self, whose: str) -> str:
        # One browser may be several people's, and tells of none of them by name.
        name = self.pages.vault.digest(whose, context="names of cookies").hex()[:16]
        return f"{self.pages.cookie}-browser-{name}"

    @property
    def _flash_cookie(self) -> str:
        return f"{self.pages.cookie}-flash"

    def _set(self, answer: Response, name: str, value: str, lasts: timedelta | None = None) -> None:
        seconds = None if lasts is None else int(lasts.total_seconds())
        secure = self.pages.is_secure
        answer.set_cookie(name, value, seconds, secure=secure, httponly=True, samesite="lax")


def _new_name() -> str:
    return secrets.token_urlsafe(_COOKIE_BYTES)


Handler = Callable[[Visit], Awaitable[Response]]
