"""`handover service rider …`: the riders of the fleet."""

from typing import Annotated

import typer
from pydantic import ValidationError

from bot.cli.endings import refuse
from bot.cli.rows import moment, show_fields, show_table
from bot.cli.service.desk import ConfigFile, Environment, at_desk
from bot.service import rules
from bot.service.bodies.registration import Registration
from bot.service.desk import Desk
from bot.service.operations.find import get_rider, list_riders
from bot.service.operations.named import rider_named
from bot.service.operations.riders import set_active
from bot.service.records import KnownRider, Rider
from bot.service.store.searches import RiderSearch, Slice

app = typer.Typer(
    help=(
        "The riders of an environment.\n\n"
        "The API invites riders by e-mail address alone (contract: Endpoints, 7); here one is "
        "added with everything that is known, and can have deliveries at once."
    ),
    no_args_is_help=True,
)

NamedRider = Annotated[
    str, typer.Argument(metavar="RIDER", help="The rider's uuid or number.", show_default=False)
]


@app.command()
def add(
    environment: Environment,
    name: Annotated[str, typer.Option(help="As customers read it.")],
    phone_code: Annotated[str, typer.Option(help="The country's dialling code, such as 234.")],
    phone: Annotated[str, typer.Option(help="The number, with or without its leading zero.")],
    email: Annotated[str, typer.Option(help="No two riders have the same.")],
    plate: Annotated[str, typer.Option(help="The vehicle's plate number.")] = "",
    address: Annotated[str, typer.Option(help="Where the rider lives.")] = "",
    config: ConfigFile = None,
) -> None:
    """Add a rider who is active at once, and print the uuid.

    Example: [bold]handover service rider add development --name "Musa Bello" --phone-code 234
    --phone 08020000001 --email musa@example.com[/]
    """
    try:
        rider = Registration(
            name=name,
            phone_code=phone_code,
            phone_number=phone,
            email=email,
            vehicle_plate_number=plate,
            address=address,
        )
    except ValidationError as error:
        field = error.errors(include_input=False)[0]["loc"][0]
        refuse(f"The rider's {str(field).replace('_', ' ')} is not a possible one.")
    typer.echo(at_desk(config, lambda desk: desk.register_rider(environment, **rider.columns)))


@app.command("list")
def list_(environment: Environment, config: ConfigFile = None) -> None:
    """List the riders, newest first, with what they have in hand.

    Example: [bold]handover service rider list production[/]
    """
    whole = Slice(1, rules.MAX_UNPAGED)
    found = at_desk(
        config,
        lambda desk: list_riders(
            desk.office(environment), RiderSearch(), whole, with_ongoing=False
        ),
    )
    show_table(
        ("number", "name", "phone", "state", "in hand", "delivered", "uuid"),
        [
            (
                known.number,
                known.name,
                known.phone,
                _state(known),
                known.tally.ongoing,
                known.tally.completed,
                known.uuid,
            )
            for known in found.page
        ],
        otherwise=f"{environment} has no riders.",
    )


@app.command()
def show(environment: Environment, rider: NamedRider, config: ConfigFile = None) -> None:
    """Show one rider, with the deliveries in hand.

    Example: [bold]handover service rider show production 3[/]
    """

    async def work(desk: Desk) -> KnownRider:
        office = desk.office(environment)
        return await get_rider(office, await rider_named(office, rider))

    known = at_desk(config, work, missing=_no_rider(environment, rider))
    person = known
    show_fields(
        [
            ("number", person.number),
            ("uuid", person.uuid),
            ("name", person.name),
            ("phone", person.phone),
            ("email", person.email),
            ("vehicle plate number", person.vehicle_plate_number),
            ("address", person.address),
            ("state", _state(person)),
            ("since", moment(person.created_at)),
            ("delivered", known.tally.completed),
            ("in hand", ", ".join(delivery.order_number for delivery in known.ongoing or ())),
        ]
    )


@app.command()
def activate(environment: Environment, rider: NamedRider, config: ConfigFile = None) -> None:
    """Let a rider get deliveries; one who was invited is taken on.

    Example: [bold]handover service rider activate production 3[/]
    """
    _set_active(config, environment, rider, active=True)
    typer.echo(f"Rider {rider} is active.")


@app.command()
def remove(environment: Environment, rider: NamedRider, config: ConfigFile = None) -> None:
    """Give a rider no new deliveries; what is in hand stays, and so does the history.

    Example: [bold]handover service rider remove production 3[/]
    """
    _set_active(config, environment, rider, active=False)
    typer.echo(f"Rider {rider} is removed.")


def _set_active(config: ConfigFile, environment: str, rider: str, *, active: bool) -> None:
    async def work(desk: Desk) -> None:
        office = desk.office(environment)
        await set_active(office, await rider_named(office, rider), active=active)

    at_desk(config, work, missing=_no_rider(environment, rider))


def _state(rider: Rider) -> str:
    if rider.active:
        return "active"
    return "invited" if rider.pending_invite else "removed"


def _no_rider(environment: str, rider: str) -> str:
    return f"There is no rider {rider} in {environment}; `handover service rider list` shows them."
