"""The way in and out: a password and a code, or a link; and where both are set."""

import logging
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from starlette.responses import Response
from starlette.routing import Route

from bot.base.http.auth_throttle import RefusalBrake
from bot.base.vault import SealBroken
from bot.service.errors import RefusedError
from bot.service.operations.operators import LoggedIn, LoginOrigin
from bot.service.pages.failures import words_of
from bot.service.pages.operator.desk import ACCOUNT, LOGIN, ROOT, Desks
from bot.service.pages.visits import Flash, Visit
from bot.service.rules.operators import OPERATOR_BROWSER_KNOWN_FOR, PASSWORD_LENGTHS
from bot.service.second_factor import new_secret, picture_of

_FIRST_PAGE = f"{ROOT}/production/deliveries"
_NEXT = re.compile(r"/operator/(development|production)/[a-z0-9/-]*")
_NOT_IN = (
    "That does not log in: name, password or code is wrong, or the code was used already. After "
    "several wrong attempts even right ones are refused for some minutes; a link is not."
)
_LINK_IS_OVER = (
    "This link logs in nobody: it works once, for ten minutes, and a newer one ends it. "
    "Make another with `handover service operator link NAME` on the service's machine."
)

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Entrance:
    desks: Desks
    brake: RefusalBrake

    def routes(self) -> Sequence[Route]:
        pages, logged_in = self.desks.pages, self.desks.logged_in
        return [
            pages.get("/", logged_in(self._begin)),
            pages.get("/login", self._ask),
            pages.post("/login", self._log_in),
            pages.get("/link/{token}", self._ask_by_link),
            pages.post("/link/{token}", self._log_in_by_link),
            pages.post("/logout", logged_in(self._log_out, before_set_up=True)),
            pages.get("/account", logged_in(self._ask_to_set_up, before_set_up=True)),
            pages.post("/account", logged_in(self._set_up, before_set_up=True)),
            pages.post("/account/confirm", logged_in(self._confirm_network, before_set_up=True)),
            pages.post("/account/end", logged_in(self._log_out_everywhere, before_set_up=True)),
        ]

    async def _begin(self, visit: Visit, _known: LoggedIn) -> Response:
        return visit.go(_FIRST_PAGE)

    async def _ask(self, visit: Visit) -> Response:
        return _login_page(visit, visit.request.query_params.get("next", ""))

    async def _log_in(self, visit: Visit) -> Response:
        name, password, code = (visit.form.get(field, "") for field in ("name", "password", "code"))
        name = name.strip()
        token = None
        # No operator can set a longer password.
        if len(password) < PASSWORD_LENGTHS.stop:
            origin = LoginOrigin(visit.network, visit.mark(name))
            token = await self.desks.operators.log_in(name, password, code, origin)
        if token is None:
            page = _login_page(visit, visit.form.get("next", ""), name=name, refusal=_NOT_IN)
            return await self._slowly(visit, page)
        wished = visit.form.get("next", "")
        # A path of these pages alone: a link of a stranger's would lead elsewhere after the login.
        path = wished if _NEXT.fullmatch(wished) else _FIRST_PAGE
        return await self._let_in(visit, token, path)

    async def _ask_by_link(self, visit: Visit) -> Response:
        # Who only looks at a link, such as a program that previews it, does not use it up.
        return visit.show("operator/link.html", refusal="")

    async def _log_in_by_link(self, visit: Visit) -> Response:
        link = visit.request.path_params["token"]
        token = await self.desks.operators.log_in_by_link(link, visit.network)
        if token is None:
            page = visit.show("operator/link.html", 422, refusal=_LINK_IS_OVER)
            return await self._slowly(visit, page)
        return await self._let_in(visit, token, ACCOUNT)

    async def _slowly(self, visit: Visit, refusal: Response) -> Response:
        """Return what refuses somebody as soon as they may have it."""
        if not await self.brake.slow_down(visit.address):
            refusal.headers["Connection"] = "close"
        return refusal

    async def _let_in(self, visit: Visit, token: str, path: str) -> Response:
        known = await self.desks.operators.find(token)
        if known is not None:
            way = "a link" if known.session.by_link else "a password and a code"
            _log.info("operator %s has logged in by %s", known.operator.name, way)
        answer = visit.go(path)
        visit.remember(answer, token)
        if known is not None and known.operator.is_set_up:
            self._mark(visit, answer, known)
        return answer

    def _mark(self, visit: Visit, answer: Response, known: LoggedIn) -> None:
        name, mark = known.operator.name, self.desks.operators.mark_of(known.operator)
        visit.mark_browser(answer, name, mark, OPERATOR_BROWSER_KNOWN_FOR)

    async def _log_out(self, visit: Visit, known: LoggedIn) -> Response:
        await self.desks.operators.log_out(known)
        return visit.renewed().go(LOGIN, Flash(words="You are logged out."))

    async def _log_out_everywhere(self, visit: Visit, known: LoggedIn) -> Response:
        await self.desks.operators.log_out_everywhere(known)
        return visit.renewed().go(LOGIN, Flash(words="You are logged out everywhere."))

    async def _confirm_network(self, visit: Visit, known: LoggedIn) -> Response:
        try:
            await self.desks.operators.confirm_network(known)
        except RefusedError as error:
            return visit.go(ACCOUNT, Flash(words=" ".join(words_of(error)), wrong=True))
        return visit.go(ACCOUNT, Flash(words="Thank you."))

    async def _ask_to_set_up(self, visit: Visit, known: LoggedIn) -> Response:
        return await self._account_page(visit, known, new_secret())

    async def _set_up(self, visit: Visit, known: LoggedIn) -> Response:
        form, secret = visit.form, new_secret()
        # The secret that the page has shown, which nobody else can have put there. With another one
        # the code is wrong.
        with suppress(ValueError, SealBroken):
            sealed = bytes.fromhex(form.get("sealed", ""))
            secret = visit.pages.vault.open(sealed, _sealed_for(known)).decode()
        password, code = form.get("password", ""), form.get("code", "")
        if password != form.get("again", ""):
            refusal = "The two passwords are not the same."
            return await self._account_page(visit, known, secret, refusal)
        try:
            await self.desks.operators.set_up(known, password, secret, code)
        except RefusedError as error:
            return await self._account_page(visit, known, secret, refusal=" ".join(words_of(error)))
        _log.info("operator %s has set a password and a second factor", known.operator.name)
        answer = visit.go(_FIRST_PAGE, Flash(words="Password and second factor are set."))
        # The mark of a browser holds for the new password, so the operator is read again.
        known = await self.desks.operators.find(visit.known_by) or known
        self._mark(visit, answer, known)
        return answer

    async def _account_page(
        self, visit: Visit, known: LoggedIn, secret: str, refusal: str = ""
    ) -> Response:
        name, issuer = known.operator.name, "Handover"
        sealed = visit.pages.vault.seal(secret.encode(), _sealed_for(known)).hex()
        return visit.show(
            "operator/account.html",
            422 if refusal else 200,
            me=name,
            may_set=known.session.by_link,
            is_set_up=known.operator.is_set_up,
            secret=secret,
            sealed=sealed,
            picture=picture_of(secret, name, issuer),
            shortest=PASSWORD_LENGTHS.start,
            refusal=refusal,
            new_login=known.operator if known.tells_of_new_network else None,
            sessions=await self.desks.operators.sessions(known),
            current=known.session.digest,
        )


def _sealed_for(known: LoggedIn) -> str:
    return f"second factor to be, session {known.session.digest.hex()}"


def _login_page(visit: Visit, wished: str, *, name: str = "", refusal: str = "") -> Response:
    status = 422 if refusal else 200
    return visit.show(
        "operator/login.html",
        status,
        name=name,
        refusal=refusal,
        wished=wished if _NEXT.fullmatch(wished) else "",
    )
