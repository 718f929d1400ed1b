"""Settings from a TOML file, overruled by the environment; each mistake is one sentence."""

import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Self, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic.fields import FieldInfo
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    NestedSecretsSettingsSource,
    PydanticBaseSettingsSource,
)

from bot.base.settings.mistakes import Flaw, SettingMistake, Sources, mistakes, nearest, unknown

_SECRETS_FOLDER = "CREDENTIALS_DIRECTORY"
"""Systemd's name for the folder of a service's secrets: each file is named like its variable."""


_MOST_CONNECTIONS = 100
_PLACE = re.compile(r"(?P<what>.*) \(at (?P<where>[^()]*)\)", re.DOTALL)


class ConfigError(Exception):
    """Settings are missing, unknown or wrong; a line for each names it and says what to do."""

    @property
    def sentences(self) -> list[str]:
        return str(self).splitlines()


class WrongSettings(ConfigError):
    """Settings that were read, with each of their mistakes."""

    def __init__(self, mistakes: Sequence[SettingMistake]) -> None:
        super().__init__("\n".join(mistake.sentence for mistake in mistakes))
        self.mistakes = mistakes


class Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    go_together: ClassVar[tuple[str, ...]] = ()
    """Settings that must be set together or not at all."""

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        names = self.go_together
        missing = [name for name in names if not getattr(self, name)]
        if missing and len(missing) < len(names):
            raise ValueError(f"{' and '.join(names)} go together, and {missing[0]} is missing")
        return self


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
    """For how many days the personal data of a delivery is kept after it has ended."""

    days: Annotated[int, AfterValidator(_as_long_as_may_be)] = 30

    @property
    def ended(self) -> timedelta:
        return timedelta(days=self.days)

    @property
    def unended(self) -> timedelta:
        """How long that of a delivery without a known end is kept after the last news of it."""
        return _UNENDED_FOR * self.ended


def without_blanks(value: SecretStr) -> SecretStr:
    """Drop the blanks and line ends around a secret, which come along when it is copied."""
    return SecretStr(value.get_secret_value().strip())


def filled(value: SecretStr) -> SecretStr:
    """Refuse a secret that is set but empty: the operator means to have one.

    Raises:
        ValueError: the secret is empty; the message says what it must be.
    """
    if not value.get_secret_value():
        raise ValueError("must not be empty")
    return value


class LogSettings(Section):
    level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    format: Literal["json", "text"] = "json"


class _Environment(EnvSettingsSource):
    """The environment, where a value that is not JSON stays text."""

    def decode_complex_value(self, field_name: str, field: FieldInfo, value: Any) -> Any:  # noqa: ANN401 - pydantic's
        try:
            return super().decode_complex_value(field_name, field, value)
        except ValueError:  # its value is told to be wrong with all the others
            return value


class FromOutside(BaseSettings):
    """Settings that the environment overrules, and before it files in the folder of secrets.

    A subclass sets the prefix of its variables in `model_config`. Variables with a prefix of
    `others` belong to another program.
    """

    others: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - pydantic's signature
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - likewise
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        # The first of these that names a setting wins.
        environment = _Environment(settings_cls)
        folder = os.environ.get(_SECRETS_FOLDER)
        if folder is None:
            return environment, init_settings
        files = NestedSecretsSettingsSource(
            file_secret_settings, secrets_dir=folder, secrets_nested_delimiter="__"
        )
        return environment, files, init_settings


_S = TypeVar("_S", bound=FromOutside)


def load_settings(kind: type[_S], path: Path | None, *, without: str) -> _S:
    """Read settings from a TOML file, if any, and the environment.

    `without` is the advice to give if there is no such file.

    Raises:
        ConfigError: a sentence for each mistake, which names the setting.
    """
    return settings_of(kind, {} if path is None else _read(path, without), path)


def settings_of(kind: type[_S], content: Mapping[str, Any], path: Path | None) -> _S:
    """Read settings from what a TOML file at `path` holds, and the environment.

    Raises:
        WrongSettings: with each mistake.
        ConfigError: a secret's file is not text.
    """
    wrong = list(_misspelt(kind))
    try:
        settings = kind(**content)
    except UnicodeDecodeError as error:
        raise ConfigError(f"A file in the folder ${_SECRETS_FOLDER} is not text.") from error
    except ValidationError as error:
        # Without the cause: a traceback would show the values, and some are secret.
        wrong += mistakes(error, kind, Sources(path, variables(kind)))
    if wrong:
        raise WrongSettings(wrong)
    return settings


def overruled(kind: type[FromOutside], path: Path) -> list[str]:
    """Return the variables of the environment that overrule settings in the file.

    Raises:
        ConfigError: the file cannot be read.
    """
    content = _read(path, "")
    overruling = []
    for name, variable in variables(kind).items():
        value: Any = content
        for part in name.split("."):
            value = value.get(part) if isinstance(value, Mapping) else None
        if value is not None:
            overruling.append(variable)
    return overruling


def variables(kind: type[FromOutside]) -> dict[str, str]:
    """Return the variables that name settings, by what they name."""
    prefix = kind.model_config.get("env_prefix", "")
    # In upper or lower case, as the library accepts them.
    return {
        variable[len(prefix) :].lower().replace("__", "."): variable
        for variable in os.environ
        if variable.upper().startswith(prefix) and not variable.upper().startswith(kind.others)
    }


def secret_files(kind: type[FromOutside]) -> dict[str, str]:
    """Return the files in the folder of the secrets that name settings, by what they name."""
    folder, prefix = os.environ.get(_SECRETS_FOLDER), kind.model_config.get("env_prefix", "")
    files = Path(folder).iterdir() if folder and Path(folder).is_dir() else ()
    return {
        file.name[len(prefix) :].lower().replace("__", "."): f"${_SECRETS_FOLDER}/{file.name}"
        for file in files
        if file.name.upper().startswith(prefix) and not file.name.upper().startswith(kind.others)
    }


def _misspelt(kind: type[FromOutside]) -> Iterator[SettingMistake]:
    """Return a mistake for each variable that looks like a setting but names no section."""
    sections = kind.model_fields.keys()
    for name, variable in variables(kind).items():
        section, dot, _ = name.partition(".")
        if section in sections:
            continue
        if dot:
            yield unknown(name, nearest(section, sections), f"the environment ({variable})")
        # Such as HANDOVER_WEB_PORT, where HANDOVER_WEB__PORT is meant.
        elif name.partition("_")[0] in sections:
            sentence = (
                f"{variable} in the environment names no setting: between section and setting"
                " stand two underscores."
            )
            yield SettingMistake(name, Flaw.UNKNOWN, sentence)


def _read(path: Path, without: str) -> dict[str, Any]:
    text = ""
    try:
        # Some editors write a byte order mark at the beginning, which TOML does not know.
        text = path.read_bytes().decode("utf-8-sig")
        return tomllib.loads(text)
    except FileNotFoundError as error:
        raise ConfigError(f"There is no config file {path}: {without}.") from error
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigError(
            f"The config file {path} cannot be read: {_trouble(error, text)}."
        ) from None


def _trouble(error: OSError | ValueError | RecursionError, text: str) -> str:
    match error:
        case IsADirectoryError():
            return "it is a folder; name the file in it"
        case PermissionError():
            return "give this user the right to read it"
        case OSError():
            return str(error.strerror).lower()
        case UnicodeDecodeError():
            return f"byte {error.start + 1} is no UTF-8; save the file as UTF-8 text"
        case tomllib.TOMLDecodeError():
            return _in_its_place(str(error), text)
    return "it is no TOML"


def _in_its_place(complaint: str, text: str) -> str:
    """Move the place of a mistake, which the library writes at the end, to the front."""
    parts = _PLACE.fullmatch(complaint)
    if parts is None:
        return complaint
    what, where = parts["what"], parts["where"]
    if where == "end of document":
        where = f"line {len(text.splitlines())}, the file's last"
    return f"at {where}: {what[:1].lower()}{what[1:]}"
