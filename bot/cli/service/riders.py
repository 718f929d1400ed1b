"""`handover service rider …`: the riders of the fleet."""

from typing import Annotated

import typer

from bot.base.days import Days
from bot.cli.endings import refuse
from bot.cli.rows import moment, show_fields, show_table
from bot.cli.service.operation import EnvironmentCommands, day_of, held
from bot.service.amounts import decimal, digits
from bot.service.environment import Environment
from bot.service.invitations import join_url
from bot.service.operations.enrolment import edit_rider, register_rider, set_active
from bot.service.operations.find import every_rider, get_rider, list_earnings, rider_named
from bot.service.operations.invitation import invite_or_renew
from bot.service.request_bodies.enrolment import NewRiders, Registration, RiderChanges

app = EnvironmentCommands(
    "The riders of an environment.\n\n"
    "A rider who is invited fills in name and phone by a link, and can then have deliveries. A "
    "rider who is added with everything that is known can have them at once.",
    missing=(
        "There is no rider {rider} in {environment}; `handover service rider list` shows them."
    ),
)

NamedRider = Annotated[
    str, typer.Argument(metavar="RIDER", help="The rider's uuid or number.", show_default=False)
]


# The options of a rider, shared by `add` and `edit`.
_NAME = typer.Option(help="As customers read it.")
_PHONE_CODE = typer.Option(help="The country's dialling code, such as 234.")
_PHONE = typer.Option(help="The number, with or without its leading zero; no two riders have one.")
_EMAIL = typer.Option(help="No two riders have the same.")
_PLATE = typer.Option(help="The vehicle's plate number.")
_ADDRESS = typer.Option(help="Where the rider lives.")
_COMMISSION = typer.Option(
    help="What the rider gets for a delivery: an amount, or per cent of the fee, as `commission` of"
    " [organization] says."
)


@app.operation()
async def add(
    env: Environment,
    name: Annotated[str, _NAME],
    phone_code: Annotated[str, _PHONE_CODE],
    phone: Annotated[str, _PHONE],
    email: Annotated[str, _EMAIL],
    plate: Annotated[str, _PLATE] = "",
    address: Annotated[str, _ADDRESS] = "",
    commission: Annotated[str | None, _COMMISSION] = None,
) -> None:
    """Add a rider who is active at once, and print the uuid.

    Example: handover service rider add development --name "Musa Bello" --phone-code 234
    --phone 08020000001 --email musa@example.com
    """
    given = _given(name, phone_code, phone, email, plate, address, commission)
    typer.echo(await register_rider(env, **held(Registration, given).columns))


def _given(
    name: str | None,
    phone_code: str | None,
    phone: str | None,
    email: str | None,
    plate: str | None,
    address: str | None,
    commission: str | None,
) -> dict[str, str]:
    """Return the options that were given, by the names of the service's fields."""
    fields = {
        "name": name,
        "phone_code": phone_code,
        "phone_number": phone,
        "email": email,
        "vehicle_plate_number": plate,
        "address": address,
        "commission_value": commission,
    }
    return {field: text for field, text in fields.items() if text is not None}


@app.operation()
async def invite(
    env: Environment,
    emails: Annotated[
        list[str], typer.Argument(metavar="EMAIL…", help="Whom to invite.", show_default=False)
    ],
    commission: Annotated[
        str, typer.Option(help="What they get for a delivery, as with `rider add`.")
    ] = "0",
) -> None:
    """Invite riders: each gets a link, where they fill in name and phone, and are active then.

    It goes by e-mail where [mail] is set; otherwise it is printed, for you to send. It works once,
    and for a week. Inviting the same address again sends a new link and ends the former one.

    Example: handover service rider invite production bisi@example.com --commission 10
    """
    wish = held(
        NewRiders,
        {
            "rider_emails": emails,
            "commission_value": commission,
            "commission_type": "commission",
        },
    )
    for each in await invite_or_renew(env, wish):
        if env.settings.sends_mail:
            typer.echo(f"The invitation to {each.rider.email} is on its way.")
        else:
            url = join_url(env.settings.public_url, env.name, each.token)
            typer.echo(f"{each.rider.email}\t{url}")


@app.operation()
async def edit(
    env: Environment,
    rider: NamedRider,
    name: Annotated[str | None, _NAME] = None,
    phone_code: Annotated[str | None, _PHONE_CODE] = None,
    phone: Annotated[str | None, _PHONE] = None,
    email: Annotated[str | None, _EMAIL] = None,
    plate: Annotated[str | None, _PLATE] = None,
    address: Annotated[str | None, _ADDRESS] = None,
    commission: Annotated[str | None, _COMMISSION] = None,
) -> None:
    """Change what is known of a rider, or fill in for them what an invitation asks.

    What is not named stays. To take on a rider who was invited and does not open the link, use
    `handover service rider activate`.

    Example: handover service rider edit development 3 --name "Musa Bello" --phone-code 234
    --phone 08020000001
    """
    given = _given(name, phone_code, phone, email, plate, address, commission)
    if not given:
        refuse(
            "Say what is to change: --name, --phone, --email, --plate, --address or --commission."
        )
    changes = held(RiderChanges, given).columns
    await edit_rider(env, await rider_named(env, rider), **changes)
    typer.echo(f"Rider {rider} is changed.")


@app.operation("list")
async def list_(env: Environment) -> None:
    """List the riders, newest first, with what they have in hand.

    Example: handover service rider list production
    """
    riders = await every_rider(env)
    show_table(
        ("number", "name", "phone", "state", "in hand", "delivered", "uuid"),
        [
            (r.number, r.name, r.phone, r.state, r.tally.ongoing, r.tally.completed, r.uuid)
            for r in riders.page
        ],
        otherwise=f"{env.name} has no riders.",
    )


@app.operation()
async def show(env: Environment, rider: NamedRider) -> None:
    """Show one rider, with the deliveries in hand.

    Example: handover service rider show production 3
    """
    known = await get_rider(env, await rider_named(env, rider))
    commission = known.commission_value
    show_fields(
        [
            ("number", known.number),
            ("uuid", known.uuid),
            ("name", known.name),
            ("phone", known.phone),
            ("email", known.email),
            ("vehicle plate number", known.vehicle_plate_number),
            ("address", known.address),
            ("commission", "" if commission is None else digits(commission)),
            ("state", known.state),
            ("since", moment(known.created_at)),
            ("delivered", known.tally.completed),
            ("in hand", ", ".join(delivery.order_number for delivery in known.ongoing or ())),
        ]
    )


@app.operation()
async def earnings(
    env: Environment,
    first: Annotated[str, typer.Option("--from", help="The first day, YYYY-MM-DD.")],
    last: Annotated[str, typer.Option("--to", help="The last day, YYYY-MM-DD.")],
) -> None:
    """List what each rider delivered in a period, and what they have earned by it.

    What is earned is the rider's commission at each drop-off. A rider without one earns 0 here.
    Days are those of the time zone in [organization].

    Example: handover service rider earnings production --from 2026-03-01 --to 2026-03-31
    """
    days = Days(day_of(first, "from"), day_of(last, "to"), env.business.time_zone)
    show_table(
        ("number", "name", "delivered", "fees", "earned"),
        [
            (r.rider_number, r.rider_name, r.deliveries, decimal(r.fees), decimal(r.earned))
            for r in await list_earnings(env, days)
        ],
        otherwise="Nobody delivered anything then.",
    )


@app.operation()
async def activate(env: Environment, rider: NamedRider) -> None:
    """Let a rider get deliveries; one who was invited is taken on.

    Example: handover service rider activate production 3
    """
    await set_active(env, await rider_named(env, rider), active=True)
    typer.echo(f"Rider {rider} is active.")


@app.operation()
async def deactivate(env: Environment, rider: NamedRider) -> None:
    """Give a rider no new deliveries; what is in hand stays, and so does the history.

    Example: handover service rider deactivate production 3
    """
    await set_active(env, await rider_named(env, rider), active=False)
    typer.echo(f"Rider {rider} is deactivated.")
