"""Work on an environment from a command; its errors end the command with a sentence."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import typer
import uvloop

from bot.base.database.file_lock import DatabaseBusy
from bot.base.database.schema import DatabaseUnusable
from bot.base.database.transaction import DatabaseFailed
from bot.base.database.url import missing_file
from bot.base.settings.loader import ConfigError
from bot.base.vault import KeyFileUnusable, SealBroken
from bot.cli.endings import fail, refuse
from bot.service.api.refusal_words import Checked, checked
from bot.service.config import Config, load
from bot.service.environment import Environment, operated
from bot.service.errors import KEY_FILE_BACK, NotFoundError, RefusedError
from bot.service.request_bodies.fields import parse_day
from bot.service.store.audit_rows import COMMAND_LINE

T = TypeVar("T")
Work = Callable[..., Awaitable[None]]

_USUAL_FILE = Path("service.toml")

ConfigFile = Annotated[
    Path | None,
    typer.Option(
        "--config",
        "-c",
        help="The config file (TOML); without it `service.toml`, if there is one.",
        show_default=False,
    ),
]
EnvironmentName = Annotated[
    Literal["development", "production"],
    typer.Argument(help="Which of the two: each has its own data and keys.", show_default=False),
]

OfDelivery = Annotated[
    str | None,
    typer.Option("--delivery", help="Only those of one delivery: its uuid or order number."),
]
OnlyFailed = Annotated[bool, typer.Option("--failed", help="Only those that are failed.")]
Limit = Annotated[int, typer.Option(min=1, max=10_000, help="How many at most.")]


class EnvironmentCommands(typer.Typer):
    """A group of commands that each take an environment and work on it.

    `missing` is the sentence for a thing that is not found, with the command's arguments in braces.
    """

    def __init__(self, about: str, *, missing: str) -> None:
        super().__init__(help=about, no_args_is_help=True)
        self._missing = missing

    def operation(self, name: str | None = None) -> Callable[[Work], Work]:
        """Make a command of a function whose first parameter is the environment.

        The command takes the environment's name first, and `--config` after the function's own
        parameters.
        """

        def add(work: Work) -> Work:
            def run(environment: str, config: Path | None, **given: Any) -> None:  # noqa: ANN401 - Typer checks them
                async def found(env: Environment) -> None:
                    try:
                        await work(env, **given)
                    except NotFoundError:
                        fail(self._missing.format(environment=environment, **given))

                operate(config, environment, found)

            # Typer reads a command's parameters from its signature, so put the environment and
            # --config around those of the function.
            either = Parameter.POSITIONAL_OR_KEYWORD
            _, *own = signature(work).parameters.values()
            parameters = [
                Parameter("environment", either, annotation=EnvironmentName),
                *own,
                Parameter("config", either, annotation=ConfigFile, default=None),
            ]
            run.__doc__ = work.__doc__
            run.__annotations__ = {each.name: each.annotation for each in parameters}
            run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]  # PEP 362
            self.command(name or work.__name__)(run)
            return work

        return add


def day_of(text: str, option: str) -> date:
    """Return the day that an option names, or end the command with a sentence."""
    try:
        return parse_day(text)
    except ValueError as error:
        refuse(f"--{option} {error}.")


def held(kind: type[Checked], values: Mapping[str, object]) -> Checked:
    """Check the values of options as a request body of the service, or end the command."""
    try:
        return checked(kind, values)
    except RefusedError as error:
        refuse(error.message)


def service_config(config: Path | None) -> Config:
    """Return the settings, or end the command with a sentence."""
    usual = _USUAL_FILE if _USUAL_FILE.exists() else None
    with told():
        return load(config or usual)


def operate(
    config: Path | None,
    environment: str,
    work: Callable[[Environment], Awaitable[T]],
    *,
    new_key_file: bool = False,
) -> T:
    """Do work on one environment, and return its result; its errors end the command.

    With `new_key_file` the database goes on with another key file, which is made if there is none.
    """
    return operate_all(
        config,
        lambda environments: work(environments[environment]),
        new_key_file=new_key_file,
    )


def operate_all(
    config: Path | None,
    work: Callable[[Mapping[str, Environment]], Awaitable[T]],
    *,
    new_key_file: bool = False,
) -> T:
    """Do work on all environments, by their names; see `operate`."""
    settings = service_config(config)
    missing_database = missing_file(settings.store.url)
    if config is None and missing_database and not _USUAL_FILE.exists():
        refuse(
            f"There is neither {_USUAL_FILE} nor a database {missing_database} here: go to the"
            " folder in which the service runs, or name its config file with --config."
        )

    async def on_environments() -> T:
        service = settings.settings(with_new_key=new_key_file)
        async with operated(service, adopting=new_key_file) as environments:
            acting = {name: replace(env, actor=COMMAND_LINE) for name, env in environments.items()}
            return await work(acting)

    with told():
        return uvloop.run(on_environments())


@contextmanager
def told() -> Iterator[None]:
    try:
        yield
    except RefusedError as error:
        fail(error.message)
    except SealBroken:
        refuse(
            f"The database was begun with another key file: {KEY_FILE_BACK}. "
            "Where it is lost, `handover service key rotate ENVIRONMENT "
            "--new-key-file` goes on with this one: codes and texts of the former are lost, too."
        )
    except (ConfigError, KeyFileUnusable, DatabaseBusy, DatabaseUnusable) as error:
        refuse(str(error))
    except DatabaseFailed as error:
        # Only the database's own words: the rest of the error holds the statement and its values.
        words = str(getattr(error, "orig", None) or type(error).__name__).splitlines()
        refuse(f"The database cannot be used: {words[0]}.")
