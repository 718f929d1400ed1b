"""`handover service forget`: the data of one person, wiped before its retention ends."""

from typing import Annotated

import phonenumbers
import typer

from bot.cli.endings import fail, refuse
from bot.cli.service.operation import ConfigFile, EnvironmentName, operate
from bot.service.environment import Environment
from bot.service.operations.erasure import Erasure, count_of_phone, forget_phone
from bot.service.records import international

_NO_COUNTRY = "ZZ"


def forget(
    environment: EnvironmentName,
    phone: Annotated[
        str,
        typer.Argument(
            help="The number as it is dialled from abroad, such as +2348031112222, or at home.",
            show_default=False,
        ),
    ],
    yes: Annotated[bool, typer.Option("--yes", help="Wipe without asking.")] = False,
    config: ConfigFile = None,
) -> None:
    """Wipe a person, by phone number, out of every delivery that is over.

    Names, phones, addresses, notes and contents of these deliveries go for good, of sender and
    receiver both, and so does what was told of them. Numbers, times, states and amounts stay.
    What they have booked lately is forgotten as well. Backups and exports that were made
    before still have all of it.

    Example: handover service forget production +2348031112222
    """

    async def count(env: Environment) -> int:
        return await count_of_phone(env, _dialled(phone, env.business.phone_code))

    async def work(env: Environment) -> Erasure:
        return await forget_phone(env, _dialled(phone, env.business.phone_code))

    # Ask only if there are deliveries to wipe.
    if not yes and (number := operate(config, environment, count)):
        over = f"Deliveries with {phone} that are over in {environment}: {number}."
        try:
            is_wanted = typer.confirm(f"{over} Wipe their people for good?", err=True)
        except typer.Abort:  # there is no terminal, or Ctrl-C
            is_wanted = False
        if not is_wanted:
            fail("Nothing was wiped; --yes wipes without asking.")
    forgotten = operate(config, environment, work)
    typer.echo(f"{forgotten.wiped} wiped in {environment}.")
    for delivery in forgotten.open:
        typer.echo(
            f"Delivery {delivery.order_number} is {delivery.state} and keeps its people until it is"
            " over: cancel or finish it, then do this again."
        )
    for rider in forgotten.riders:
        typer.echo(
            f"Rider {rider.number} has this number, and keeps it until six times as long as"
            " [retention] says after `handover service rider deactivate`."
        )


def _dialled(phone: str, home: str) -> str:
    dialled = international(home, phone)
    if not phonenumbers.is_possible_number_string(dialled, _NO_COUNTRY):
        refuse(f"{phone} is not a phone number: write it in digits, such as +2348031112222.")
    return dialled
