"""Settings from a TOML file, overruled by the environment; what is wrong is one sentence."""

import os
import tomllib
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError
from pydantic_settings import (
    BaseSettings,
    NestedSecretsSettingsSource,
    PydanticBaseSettingsSource,
    SettingsError,
)

_SECRETS_FOLDER = "CREDENTIALS_DIRECTORY"
"""Systemd's name for the folder of a service's secrets: each file is named like its variable."""

_MOST_CONNECTIONS = 100
_UNKNOWN = frozenset({"extra_forbidden", "unexpected_keyword_argument"})


class ConfigError(Exception):
    """A setting is missing, unknown or wrong; the message names it and says what to do."""


class Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


def _as_many_as_help(connections: int) -> int:
    if not 1 <= connections <= _MOST_CONNECTIONS:
        raise ValueError(
            f"must be from 1 to {_MOST_CONNECTIONS}: each is a connection to PostgreSQL and a"
            " thread here; what more of them could do, more processes do"
        )
    return connections


Connections = Annotated[int, AfterValidator(_as_many_as_help)]
"""How many transactions a process makes at once with PostgreSQL; with one, each waits for all."""


RETENTION_DAYS = range(7, 3651)
_UNENDED_FOR = 6


def _as_long_as_may_be(days: int) -> int:
    first, last = RETENTION_DAYS[0], RETENTION_DAYS[-1]
    if days not in RETENTION_DAYS:
        raise ValueError(
            f"must be from {first} to {last} days: what was said is talked about for a week, and"
            " nothing of a person is kept for ever"
        )
    return days


class RetentionSettings(Section):
    """For how many days what is personal of a delivery is kept after that has ended."""

    days: Annotated[int, AfterValidator(_as_long_as_may_be)] = 30

    @property
    def ended(self) -> timedelta:
        return timedelta(days=self.days)

    @property
    def unended(self) -> timedelta:
        """How long that is of a delivery of which no end is told, since it was last heard of."""
        return _UNENDED_FOR * self.ended


class LogSettings(Section):
    level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    format: Literal["json", "text"] = "json"


class FromOutside(BaseSettings):
    """What the environment overrules, and files in the folder of the secrets before that.

    A subclass says in `model_config` how its variables begin.
    """

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003 - pydantic's signature
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - likewise
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        folder = os.environ.get(_SECRETS_FOLDER)
        if folder is None:
            return env_settings, init_settings
        files = NestedSecretsSettingsSource(
            file_secret_settings, secrets_dir=folder, secrets_nested_delimiter="__"
        )
        return env_settings, files, init_settings


_S = TypeVar("_S", bound=FromOutside)


def load_settings(kind: type[_S], path: Path | None, *, without: str) -> _S:
    """Read settings from a TOML file, if any, and the environment.

    `without` tells what to do where there is no such file.

    Raises:
        ConfigError: one sentence that names the setting.
    """
    try:
        return kind(**({} if path is None else _read(path, without)))
    except SettingsError as error:
        raise ConfigError(f"A setting in the environment cannot be read: {error}.") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"A file in the folder ${_SECRETS_FOLDER} is no text.") from error
    except ValidationError as error:
        # Not its cause: a traceback would show the values, and some are secret.
        raise ConfigError(_sentence(path, error)) from None


def _read(path: Path, without: str) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except FileNotFoundError as error:
        raise ConfigError(f"There is no config file {path}: {without}.") from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"The config file {path} cannot be read: {error}.") from error


def _sentence(path: Path | None, error: ValidationError) -> str:
    where = path or "the environment"
    problems = error.errors(include_url=False, include_input=False)
    # A name that is misspelt explains why another is missing.
    first = min(problems, key=lambda problem: problem["type"] not in _UNKNOWN)
    name = ".".join(part for part in first["loc"] if isinstance(part, str))
    if first["type"] in _UNKNOWN:
        return f"There is no setting {name}; please correct or remove it in {where}."
    if first["type"] == "missing":
        return f"The setting {name} is missing in {where}."
    problem = first["msg"].removeprefix("Value error, ")
    problem = problem[0].lower() + problem[1:]
    if not name:
        return f"In {where}: {problem}."
    return f"The setting {name} in {where} is wrong: {problem}."
