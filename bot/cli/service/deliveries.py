"""`handover service delivery …`: work on deliveries that the API has no call for."""

from pathlib import Path
from typing import Annotated

import typer

from bot.cli.endings import refuse
from bot.cli.rows import Cell, moment, show_fields, show_table
from bot.cli.service.operation import EnvironmentCommands, Limit, held
from bot.service.amounts import digits
from bot.service.environment import Environment
from bot.service.operations import dashboard
from bot.service.operations.find import delivery_named, get_delivery, list_deliveries
from bot.service.operations.photos import put_photo
from bot.service.records import Contact, Delivery, MapPlace
from bot.service.request_bodies.fields import Body, Clean
from bot.service.request_bodies.moves import MoveReason
from bot.service.rules.deliveries import PHOTO_LIMIT
from bot.service.rules.lists import FILTERED_STATES
from bot.service.store.searches import DeliverySearch, Slice
from bot.service.vocabulary import Stage, StatusFilter

app = EnvironmentCommands(
    "The deliveries of an environment.\n\n"
    "They are made and moved over the API. Here is what the contract has words for, but no call: "
    "failed attempts, declined deliveries, payment, proof photos, places, lost codes.",
    missing="There is no delivery {delivery} in {environment}.",
)

NamedDelivery = Annotated[
    str,
    typer.Argument(
        metavar="DELIVERY", help="The delivery's uuid or order number.", show_default=False
    ),
]


class _Wish(Body):
    search: Clean


@app.operation("list")
async def list_(
    env: Environment,
    status: Annotated[StatusFilter | None, typer.Option(help="Only those in this state.")] = None,
    search: Annotated[str, typer.Option(help="Part of a number, name, phone or address.")] = "",
    limit: Limit = 50,
) -> None:
    """List the newest deliveries.

    Example: handover service delivery list production --status in_transit
    """
    states = FILTERED_STATES[status] if status else None
    text = held(_Wish, {"search": search}).search
    wish = DeliverySearch(states, text=text or None)
    found = await list_deliveries(env, wish, Slice(1, limit))
    show_table(
        ("order", "state", "receiver", "rider", "created", "uuid"),
        [
            (
                delivery.order_number,
                delivery.state,
                delivery.receiver.name if delivery.receiver else "",
                delivery.rider.name if delivery.rider else "",
                moment(delivery.created_at),
                delivery.uuid,
            )
            for delivery in found.page
        ],
        otherwise="There are no such deliveries.",
    )


@app.operation()
async def show(env: Environment, delivery: NamedDelivery) -> None:
    """Show one delivery, without its codes: nobody but the person at the door has them.

    Example: handover service delivery show production 1001
    """
    show_fields(_fields(await get_delivery(env, await delivery_named(env, delivery))))


@app.operation()
async def fail(
    env: Environment,
    delivery: NamedDelivery,
    note: Annotated[str, typer.Option(help="Why, as the webhook tells it.")],
) -> None:
    """Tell that an attempt to deliver has failed; the delivery stays on its way.

    The webhook `delivery.failed` carries the note (contract: Events, rule 2).

    Example: handover service delivery fail production 1001 --note "Nobody at home"
    """
    reason = held(MoveReason, {"note": note})
    await dashboard.mark_failed(env, await delivery_named(env, delivery), reason.note)
    typer.echo(dashboard.TOLD_AS_FAILED.format(delivery=delivery))


@app.operation()
async def decline(
    env: Environment,
    delivery: NamedDelivery,
    note: Annotated[str, typer.Option(help="Why, as people will read it.")],
) -> None:
    """Decline a delivery whose parcel is still with the sender; it is over then.

    Example: handover service delivery decline production 1001 --note "Too far"
    """
    reason = held(MoveReason, {"note": note})
    await dashboard.decline(env, await delivery_named(env, delivery), reason.note)
    typer.echo(dashboard.DECLINED.format(delivery=delivery))


@app.operation()
async def pay(
    env: Environment,
    delivery: NamedDelivery,
    undo: Annotated[bool, typer.Option("--undo", help="It is not paid for after all.")] = False,
) -> None:
    """Write down that a delivery is paid for, in whatever state it is.

    Lists and later webhooks say so from then on; no webhook tells of it by itself, because the
    contract has no event for it (contract: Events, rule 2).

    Example: handover service delivery pay production 1001
    """
    await dashboard.set_paid(env, await delivery_named(env, delivery), paid=not undo)
    typer.echo(f"Delivery {delivery} is {'not paid for' if undo else 'paid for'}.")


@app.operation()
async def place(
    env: Environment,
    delivery: NamedDelivery,
    pickup: Annotated[str, typer.Option(help="Where the sender is, such as 6.43,3.42.")] = "",
    dropoff: Annotated[str, typer.Option(help="Where the receiver is.")] = "",
) -> None:
    """Write down where an open delivery begins and ends: latitude, comma, longitude, in degrees.

    Answers have it from then on, and riders can navigate there. An address that changes later
    loses its place.

    Example: handover service delivery place production 1001 --dropoff 6.43,3.42
    """
    if not (pickup or dropoff):
        refuse("Say which place is known: --pickup or --dropoff.")
    sender_place, receiver_place = _place(pickup, "pickup"), _place(dropoff, "dropoff")
    uuid = await delivery_named(env, delivery)
    await dashboard.place(env, uuid, pickup=sender_place, dropoff=receiver_place)
    typer.echo(f"Delivery {delivery} has its place on the map.")


def _place(text: str, what: str) -> MapPlace | None:
    try:
        return MapPlace.parse(text) if text else None
    except ValueError as error:
        refuse(f"--{what} {error}.")


@app.operation("resend-codes")
async def resend_codes(env: Environment, delivery: NamedDelivery) -> None:
    """Text new codes to sender and receiver, for the hand-overs that are still to come.

    Former codes are void. It also helps after too many wrong codes. No code is shown here.

    Example: handover service delivery resend-codes production 1001
    """
    told = await dashboard.resend_codes(env, await delivery_named(env, delivery))
    typer.echo(f"New codes are on their way: {', '.join(told)}.")


@app.operation()
async def photo(
    env: Environment,
    delivery: NamedDelivery,
    pickup: Annotated[
        Path | None,
        typer.Option(help="The file with the photo of the pickup.", exists=True, dir_okay=False),
    ] = None,
    dropoff: Annotated[
        Path | None,
        typer.Option(help="The file with the photo of the drop-off.", exists=True, dir_okay=False),
    ] = None,
) -> None:
    """Put the proof photo of a hand-over, from the pickup on: JPEG, PNG or WebP.

    Answers and later webhooks have its address from then on. Everybody who knows that can see the
    photo until the delivery's people are wiped. Place, time and device in the file are not kept.
    Another photo replaces the former one.

    Example: handover service delivery photo production 1001 --dropoff door.jpg
    """
    given = {}
    for stage, file in ((Stage.PICKUP, pickup), (Stage.DROPOFF, dropoff)):
        if file is not None:
            with file.open("rb") as opened:
                # A byte above the limit shows that a file is too large; the rest is not read.
                given[stage] = opened.read(PHOTO_LIMIT + 1)
    if not given:
        refuse("Name the photo's file with --pickup or --dropoff.")
    for stage, content in given.items():
        url = await put_photo(env, await delivery_named(env, delivery), stage, content)
        typer.echo(f"The photo of the {stage} of {delivery} is seen at {url}")


def _fields(delivery: Delivery) -> list[tuple[str, Cell]]:
    return [
        ("order", delivery.order_number),
        ("uuid", delivery.uuid),
        ("state", delivery.state),
        ("sender", _person(delivery.sender)),
        ("receiver", _person(delivery.receiver)),
        ("pickup at", _degrees(delivery.sender_latitude, delivery.sender_longitude)),
        ("drop-off at", _degrees(delivery.receiver_latitude, delivery.receiver_longitude)),
        ("rider", f"{delivery.rider.name}, {delivery.rider.phone}" if delivery.rider else ""),
        ("items", ", ".join(map(str, delivery.items))),
        ("fee", digits(delivery.fee)),
        ("paid", "yes" if delivery.is_paid else "no"),
        ("note", delivery.note),
        ("created", moment(delivery.created_at)),
        ("assigned", moment(delivery.assigned_at)),
        ("picked up", moment(delivery.pickup_at)),
        ("delivered", moment(delivery.dropoff_at)),
        ("called off", delivery.cancellation_reason),
        ("by", delivery.cancelled_by),
        ("pickup photo", delivery.pickup_photo),
        ("drop-off photo", delivery.dropoff_photo),
    ]


def _degrees(*axes: float | None) -> str:
    return ",".join(str(axis) for axis in axes if axis is not None)


def _person(person: Contact | None) -> str:
    return ", ".join(filter(None, (person.name, person.phone, person.address))) if person else ""
