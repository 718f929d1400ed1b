"""An operator before a page about one environment, and the routes that nobody else comes by.

The form of an action is sent to a path below the page that it stands on, so that page is where the
operator is again afterwards, and reads how it went.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import quote

from starlette.responses import Response
from starlette.routing import Route

from bot.service.environment import Environment
from bot.service.errors import NotFoundError, RefusedError
from bot.service.operations.find import known_uuid
from bot.service.operations.operators import LoggedIn, Operators
from bot.service.pages.failures import words_of
from bot.service.pages.visits import Flash, Handler, Pages, Visit
from bot.service.settings import ENVIRONMENTS

ROOT = "/operator"
LOGIN = f"{ROOT}/login"
ACCOUNT = f"{ROOT}/account"
SECTIONS = ("deliveries", "bookings", "riders", "keys", "webhooks", "texts", "audit")

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Desk:
    """A request of an operator who is logged in."""

    visit: Visit
    known: LoggedIn
    environment: Environment
    operators: Operators

    @property
    def is_proven(self) -> bool:
        """Whether the operator has given their password a short time ago."""
        return self.known.session.is_proven_at(self.environment.clock.now())

    async def prove(self) -> None:
        """Make sure that it is the operator who asks for something grave, or `RefusedError`."""
        await self.operators.prove(self.known, self.form.get("password", ""))

    @property
    def uuid(self) -> str:
        """What the path names; under anything but a uuid nothing is found."""
        return known_uuid(self.visit.request.path_params["uuid"])

    @property
    def form(self) -> Mapping[str, str]:
        return self.visit.form

    def path(self, *parts: object) -> str:
        return "/".join((ROOT, self.environment.name, *map(str, parts)))

    def show(self, section: str, template: str, status: int = 200, **values: object) -> Response:
        """Answer with a page of a section, which the template is named after."""
        return self.visit.show(
            f"operator/{template}.html",
            status,
            section=section,
            sections=SECTIONS,
            environments=ENVIRONMENTS,
            environment=self.environment.name,
            currency=self.environment.business.currency,
            now=self.environment.clock.now(),
            me=self.known.operator.name,
            new_login=self.known.operator if self.known.tells_of_new_network else None,
            root=self.path(),
            **values,
        )

    def done(self, words: str, path: str | None = None) -> Response:
        """Write down who has done it, and have it read on the page that its form stands on."""
        self.log(words)
        return self.visit.go(path or self._page, Flash(words=words))

    def log(self, words: str) -> None:
        _log.info("operator %s in %s: %s", self.known.operator.name, self.environment.name, words)

    def refused(self, error: RefusedError) -> Response:
        return self.visit.go(self._page, Flash(words=" ".join(words_of(error)), wrong=True))

    @property
    def _page(self) -> str:
        return self.visit.request.url.path.rpartition("/")[0]


Work = Callable[[Desk], Awaitable[Response]]
KnownHandler = Callable[[Visit, LoggedIn], Awaitable[Response]]
_BELOW = "/{environment}"


@dataclass(frozen=True)
class Desks:
    """Makes routes below each environment's path; who is not logged in is sent to do that."""

    pages: Pages
    operators: Operators
    environments: Mapping[str, Environment]

    def get(self, path: str, show: Work) -> Route:
        async def answer(visit: Visit, known: LoggedIn) -> Response:
            return await show(self._desk(visit, known))

        return self.pages.get(_BELOW + path, self.logged_in(answer))

    def post(self, path: str, do: Work) -> Route:
        """Make the route of an action; what it is refused for is read on the page again."""

        async def answer(visit: Visit, known: LoggedIn) -> Response:
            desk = self._desk(visit, known)
            try:
                return await do(desk)
            # What is not there is a page of its own, with 404.
            except NotFoundError:
                raise
            except RefusedError as error:
                return desk.refused(error)

        return self.pages.post(_BELOW + path, self.logged_in(answer))

    def logged_in(self, handle: KnownHandler, *, before_set_up: bool = False) -> Handler:
        """Let an operator through who is logged in and, unless `before_set_up`, has a password."""

        async def answer(visit: Visit) -> Response:
            known = await self.operators.find(visit.known_by, visit.network)
            if known is None:
                path = visit.request.url.path
                # An action is not done by looking at it: the page that it stands on is asked for.
                page = path if visit.request.method == "GET" else path.rpartition("/")[0]
                return visit.go(f"{LOGIN}?next={quote(page)}")
            if not (known.operator.is_set_up or before_set_up):
                return visit.go(ACCOUNT)
            return await handle(visit, known)

        return answer

    def _desk(self, visit: Visit, known: LoggedIn) -> Desk:
        environment = self.environments.get(visit.request.path_params["environment"])
        if environment is None:
            raise NotFoundError
        return Desk(visit, known, replace(environment, actor=known.actor), self.operators)


class DeskSection:
    """The pages of one section: each is a function that stands under its path.

    Paths are compared in the order in which they stand.
    """

    def __init__(self) -> None:
        self._made: list[Callable[[Desks], Route]] = []

    def get(self, path: str) -> Callable[[Work], Work]:
        """Show a page at a path below the environment's."""

        def add(show: Work) -> Work:
            self._made.append(lambda desks: desks.get(path, show))
            return show

        return add

    def post(self, path: str) -> Callable[[Work], Work]:
        """Take the form of an action at a path below the page that the form stands on."""

        def add(do: Work) -> Work:
            self._made.append(lambda desks: desks.post(path, do))
            return do

        return add

    def routes(self, desks: Desks) -> list[Route]:
        return [make(desks) for make in self._made]
