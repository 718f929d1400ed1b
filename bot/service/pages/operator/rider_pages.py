"""Riders: who there are, and one to add, edit, activate or remove."""

from collections.abc import Mapping

from starlette.responses import Response

from bot.service.api.refusal_words import checked
from bot.service.errors import NotFoundError, RefusedError
from bot.service.operations.enrolment import edit_rider, register_rider, set_active
from bot.service.operations.find import every_rider, get_rider
from bot.service.pages.failures import words_of
from bot.service.pages.operator.desk import Desk, DeskSection
from bot.service.records import KnownRider
from bot.service.request_bodies.enrolment import Registration, RiderChanges

_SECTION = "riders"
_FIELDS = ("name", "phone_code", "phone_number", "email", "vehicle_plate_number", "address")
_MAY_STAY_EMPTY = frozenset({"phone_code", "phone_number"})
"""Of a rider who was invited; a known number may be changed, not taken away."""

section = DeskSection()


@section.get("/riders")
async def _list(desk: Desk) -> Response:
    riders = await every_rider(desk.environment)
    return desk.show(_SECTION, "riders", riders=riders.page, total=riders.total)


@section.get("/riders/new")
async def _ask(desk: Desk) -> Response:
    return _new_page(desk, dict.fromkeys(_FIELDS, ""))


def _new_page(desk: Desk, filled_in: Mapping[str, str], refusal: str = "") -> Response:
    status = 422 if refusal else 200
    return desk.show(_SECTION, "new_rider", status, filled_in=filled_in, refusal=refusal)


@section.post("/riders/new/add")
async def _add(desk: Desk) -> Response:
    filled_in = _filled_in(desk)
    try:
        columns = checked(Registration, filled_in).columns
        uuid = await register_rider(desk.environment, **columns)
    except RefusedError as error:
        return _new_page(desk, filled_in, " ".join(words_of(error)))
    number = (await get_rider(desk.environment, uuid)).number
    return desk.done(
        f"Rider {number} is added, and can have deliveries.", desk.path("riders", uuid)
    )


@section.get("/riders/{uuid}")
async def _show(desk: Desk) -> Response:
    rider = await get_rider(desk.environment, desk.uuid)
    return _rider_page(desk, rider, {name: getattr(rider, name) for name in _FIELDS})


def _rider_page(
    desk: Desk, rider: KnownRider, filled_in: Mapping[str, str], refusal: str = ""
) -> Response:
    status = 422 if refusal else 200
    return desk.show(_SECTION, "rider", status, rider=rider, filled_in=filled_in, refusal=refusal)


@section.post("/riders/{uuid}/edit")
async def _edit(desk: Desk) -> Response:
    rider = await get_rider(desk.environment, desk.uuid)
    filled_in = _filled_in(desk)
    before = {name: getattr(rider, name) for name in _FIELDS}
    changed = {
        name: text
        for name, text in filled_in.items()
        # A field that is sent back as it was is not checked: an old value may stay.
        if text != before[name] and (text or name not in _MAY_STAY_EMPTY or before[name])
    }
    try:
        columns = checked(RiderChanges, changed).columns
        await edit_rider(desk.environment, rider.uuid, **columns)
    except NotFoundError:
        raise
    except RefusedError as error:
        return _rider_page(desk, rider, filled_in, " ".join(words_of(error)))
    return desk.done(f"Rider {rider.number} is changed.")


@section.post("/riders/{uuid}/activate")
async def _activate(desk: Desk) -> Response:
    return await _set_active(desk, "can have deliveries", active=True)


@section.post("/riders/{uuid}/remove")
async def _remove(desk: Desk) -> Response:
    return await _set_active(desk, "gets no new deliveries", active=False)


async def _set_active(desk: Desk, outcome: str, *, active: bool) -> Response:
    uuid = desk.uuid
    await set_active(desk.environment, uuid, active=active)
    rider = await get_rider(desk.environment, uuid)
    return desk.done(f"Rider {rider.number} {outcome}.")


def _filled_in(desk: Desk) -> dict[str, str]:
    return {name: desk.form.get(name, "").strip() for name in _FIELDS}
