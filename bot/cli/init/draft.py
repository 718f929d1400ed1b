"""The draft of a config file: its text, and the mistakes in it so far."""

import re
import tomllib
from collections.abc import Mapping, MutableMapping
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.container import OutOfOrderTableProxy
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Comment, SingleKey, Table, Whitespace

import bot
from bot.base.private_files import reading_group, replace_file
from bot.base.settings.loader import ConfigError, WrongSettings
from bot.base.settings.mistakes import Flaw, SettingMistake
from bot.config import Settings, set_in_environment, settings_in

EXAMPLE = Path(bot.__file__).with_name("config.example.toml")
"""The copy inside the package, which is there in any installation, not only in a clone."""

_STAND_INS: Mapping[str, Any] = {
    "telegram.token": "1:none",
    "telegram.owners": [2**52 - 1],
    "fleet.base_url": "https://localhost/api/v1",
    "fleet.api_key": "none",
}
"""Valid values for the required settings, so that the others can be read without them."""
_NAME = re.compile(r"[a-z_]+(?:\.[a-z_]+)?")


class NoToml(Exception):
    """The file holds no TOML that `tomlkit` can edit."""


class ConfigDraft:
    """The text of a config file, changed setting by setting; its comments and its order stay.

    A setting is named `section.name`. The file itself stays as it is until `write`.
    """

    def __init__(self, path: Path, text: str, before: bytes | None) -> None:
        self.path = path
        self._before = before
        self._text_before = text
        try:
            self._document = tomlkit.parse(text)
        except (TOMLKitError, RecursionError) as error:
            raise NoToml from error

    @classmethod
    def new(cls, path: Path) -> "ConfigDraft":
        """Begin with the example; `write` then replaces a file that is there."""
        return cls(path, EXAMPLE.read_text(), path.read_bytes() if path.exists() else None)

    @property
    def is_changed(self) -> bool:
        return self._document.as_string() != self._text_before

    @property
    def content(self) -> dict[str, Any]:
        return tomllib.loads(self._document.as_string())

    def mistakes(self) -> list[SettingMistake]:
        """Return the mistakes that `handover check` would find in the settings as they are now."""
        return self._mistakes_in(self.content)

    def _mistakes_in(self, content: Mapping[str, Any]) -> list[SettingMistake]:
        try:
            settings_in(content, self.path)
        except WrongSettings as error:
            return list(error.mistakes)
        return []

    def holds(self, name: str) -> bool:
        section, _, key = name.partition(".")
        return section in self.content and (not key or key in self._within(section))

    def value(self, name: str) -> Any:  # noqa: ANN401 - anything may stand in a file
        section, _, key = name.partition(".")
        return self._within(section).get(key)

    def _within(self, section: str) -> Mapping[str, Any]:
        inner = self.content.get(section)
        return inner if isinstance(inner, dict) else {}

    def put(self, name: str, value: object) -> None:
        section, _, key = name.partition(".")
        if not isinstance(self._document.get(section), MutableMapping):
            self._document[section] = tomlkit.table()
        inside = self._document[section]
        # Put a new setting before the blank lines and comments that lead to the next section.
        after = _end_of(inside) if isinstance(inside, Table) and key not in inside else []
        inside[key] = value
        if after:
            inside.value.body.extend(after)

    def take_out(self, name: str) -> None:
        section, _, key = name.partition(".")
        inside: MutableMapping[str, Any] = self._document
        if key:
            inside = self._document[section]
        del inside[key or section]

    def rename(self, name: str, meant: str) -> None:
        """Rename a setting or a section in its place, or move a setting into another section.

        A section whose parts are scattered over the file is moved, too.
        """
        section, _, key = name.partition(".")
        new_section, _, new_key = meant.partition(".")
        is_apart = isinstance(self._document[section], OutOfOrderTableProxy) or any(
            there.key == section and there.is_dotted()
            for there, _ in self._document.body
            if there is not None
        )
        if is_apart or (key and section != new_section):
            moved = {meant: self.value(name)}
            if not key:
                moved = {f"{meant}.{each}": value for each, value in self._within(name).items()}
            self.take_out(name)
            for new_name, value in moved.items():
                self.put(new_name, value)
            return
        inside: Any = self._document[section] if key else self._document
        body = inside.value.body if key else inside.body
        for place, (there, item) in enumerate(body):
            if there is not None and there.key == (key or section):
                body[place] = (SingleKey(new_key or new_section), item)
                if isinstance(item, Table):
                    item.display_name = new_section
        # Parsed again: the document looks names up in an index, which the lines above bypass.
        self._document = tomlkit.parse(self._document.as_string())

    def known(self) -> Settings:
        """Return the settings without those that are wrong; stand-ins replace required ones.

        Good enough for a step of a start, which reads only the settings that it is about.

        Raises:
            WrongSettings: a setting from the environment is wrong, or contradicts others.
        """
        content, before = self.content, ""
        # Removing one setting may spoil another one, so repeat until nothing changes.
        while repr(content) != before:
            before = repr(content)
            mistakes = self._mistakes_in(_completed(content))
            for name in {name for mistake in mistakes for name in touched(mistake)}:
                section, _, key = name.partition(".")
                inside = content.get(section) if key else content
                if isinstance(inside, dict):
                    inside.pop(key or section, None)
        return settings_in(_completed(content), self.path)

    def write(self) -> Path | None:
        """Write the file, readable for its owner and for the group that could read it before.

        Return the path of the copy of the former file, if there was one.

        Raises:
            OSError: the file cannot be written; the former one is as it was.
        """
        # Of a link, replace the file that it leads to, and keep the link.
        file, former, group = self.path.resolve(), None, None
        if self._before is not None:
            group = reading_group(file)
            former = file.with_name(f"{file.name}.bak")
            replace_file(former, self._before, on_disk=True)
        replace_file(file, self._document.as_string().encode(), on_disk=True, group=group)
        return former


def touched(mistake: SettingMistake) -> list[str]:
    """Return the settings that a mistake is about; its sentence may name several."""
    if "." in mistake.name or mistake.flaw is not Flaw.WRONG:
        return [mistake.name]
    fields = Settings.model_fields
    # A mistake of several settings is named after their section; its words name the settings.
    named = []
    for word in _NAME.findall(mistake.why):
        name = word if "." in word else f"{mistake.name}.{word}"
        section, _, key = name.partition(".")
        if section in fields and key in getattr(fields[section].annotation, "model_fields", {}):
            named.append(name)
    return list(dict.fromkeys(named)) or [mistake.name]


def _end_of(table: Table) -> list[Any]:
    """Remove and return the blank lines at the end of a section, and the comments after them.

    Comments right below the last setting stay, as they belong to it.
    """
    body = table.value.body
    first = len(body)
    while first and isinstance(body[first - 1][1], Whitespace | Comment):
        first -= 1
    while first < len(body) and isinstance(body[first][1], Comment):
        first += 1
    after = body[first:]
    del body[first:]
    return after


def _completed(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content with stand-ins for the required settings that are missing."""
    completed = {**content}
    for name, value in _STAND_INS.items():
        section, _, key = name.partition(".")
        inner = completed.get(section, {})
        if name not in set_in_environment() and isinstance(inner, dict):
            completed[section] = {key: value, **inner}
    return completed


def read(path: Path) -> ConfigDraft:
    """Read the draft of an existing file.

    Raises:
        ConfigError: the file cannot be read; the sentence says why.
        NoToml: it holds no TOML.
    """
    try:
        raw = path.read_bytes()
        return ConfigDraft(path, raw.decode("utf-8-sig"), raw)
    except UnicodeDecodeError as error:
        raise NoToml from error
    except OSError as error:
        why = "it is a folder; name the file in it" if path.is_dir() else error.strerror
        raise ConfigError(f"The config file {path} cannot be read: {why}.") from error
