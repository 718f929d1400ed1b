"""The page behind an invitation: an invited rider says who they are, and is one of the fleet."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pydantic import ValidationError
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount

from bot.service.environment import Environment
from bot.service.errors import NoSuchNumberError, NotFoundError, RefusedError
from bot.service.invitations import token_digest
from bot.service.operations.invitation import join, who_is_invited
from bot.service.pages.failures import page_app
from bot.service.pages.visits import Pages, Visit
from bot.service.request_bodies.enrolment import Joining

_SENTENCES: Mapping[str, str] = {
    "name": "Please write your name.",
    "phone_code": "Please write your country's dialling code in digits, such as 234.",
    "phone_number": "Please write your phone number in digits.",
    "vehicle_plate_number": "Please write the plate number in one short line.",
}
_TAKEN: Mapping[str, str] = {
    "phone_number": "Another rider has this phone number. Write your own, or ask the business."
}
_NO_SUCH_NUMBER: Mapping[str, str] = {
    "phone_number": "There is no such phone number. Check its digits and the dialling code."
}
_FIELDS = tuple(_SENTENCES)


@dataclass(frozen=True)
class _JoinPages:
    environment: Environment

    async def ask(self, visit: Visit) -> Response:
        """Show the form, or that the link opens nothing; looking changes nothing."""
        try:
            environment = self.environment
            digest = self._digest(visit)
            await environment.database.read(who_is_invited, environment.name, digest)
        except NotFoundError:
            return self._over(visit)
        business = self.environment.business
        return self._form(visit, {"phone_code": business.phone_code}, {})

    async def join(self, visit: Visit) -> Response:
        """Take the rider on, or show the form again with a sentence at each field."""
        filled_in = {name: visit.form.get(name, "") for name in _FIELDS}
        try:
            await join(self.environment, self._digest(visit), Joining.model_validate(filled_in))
        except NotFoundError:
            return self._over(visit)
        except ValidationError as error:
            wrong = {str(each["loc"][0]) for each in error.errors(include_input=False)}
            return self._form(visit, filled_in, {name: _SENTENCES[name] for name in wrong})
        except NoSuchNumberError:
            return self._form(visit, filled_in, _NO_SUCH_NUMBER)
        except RefusedError as error:
            # The words of the operation name the other rider, and a stranger may hold this link.
            return self._form(visit, filled_in, {name: _TAKEN[name] for name in error.errors})
        return visit.go(f"/{self.environment.name}/join/welcome")

    async def welcome(self, visit: Visit) -> Response:
        """Say what comes next."""
        link = self.environment.wording.link
        return visit.show("join/welcome.html", business=self._business, link=link)

    def _digest(self, visit: Visit) -> bytes:
        return token_digest(self.environment.vault, visit.request.path_params["token"])

    def _form(
        self, visit: Visit, filled_in: Mapping[str, str], wrong: Mapping[str, str]
    ) -> Response:
        return visit.show(
            "join/form.html",
            422 if wrong else 200,
            business=self._business,
            said={name: filled_in.get(name, "") for name in _FIELDS},
            wrong=wrong,
        )

    def _over(self, visit: Visit) -> Response:
        return visit.show("join/over.html", 404, business=self._business)

    @property
    def _business(self) -> str:
        return self.environment.business.name


def join_pages(
    environments: Sequence[Environment], public_url: Callable[[], str]
) -> list[BaseRoute]:
    """Return the pages of each environment, under `/<environment>/join`."""
    mounts: list[BaseRoute] = []
    for environment in environments:
        pages = Pages("join", environment.vault, public_url, environment.clock)
        of = _JoinPages(environment)
        routes = [
            pages.get("/welcome", of.welcome),
            pages.get("/{token}", of.ask),
            pages.post("/{token}", of.join),
        ]
        mounts.append(Mount(f"/{environment.name}/join", page_app(routes)))
    return mounts
