"""The config file while it is made or mended: its text, and what is wrong with it so far."""

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
"""In the package, and so also where it was installed; the project's first folder shows it, too."""

_STAND_INS: Mapping[str, Any] = {
    "telegram.token": "1:none",
    "telegram.owners": [2**52 - 1],
    "fleet.base_url": "https://localhost/api/v1",
    "fleet.api_key": "none",
}
_NAME = re.compile(r"[a-z_]+(?:\.[a-z_]+)?")


class NoToml(Exception):
    """The file holds no TOML that can be changed."""


class ConfigDraft:
    """The text of a config file, changed setting by setting; comments and order stay.

    Settings are named as in sentences, `section.name`. The file itself is as it was until `write`.
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
        """Begin with the example, in the place of whatever file is there."""
        return cls(path, EXAMPLE.read_text(), path.read_bytes() if path.exists() else None)

    @property
    def is_changed(self) -> bool:
        return self._document.as_string() != self._text_before

    @property
    def content(self) -> dict[str, Any]:
        return tomllib.loads(self._document.as_string())

    def mistakes(self) -> list[SettingMistake]:
        """Return what `handover check` finds wrong with the settings as they are now."""
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
        # A new setting goes before the blank lines and comments that belong to the next section.
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
        """Give a setting or a section another name in its place, or put it into another section.

        A section whose settings stand apart from each other has no such place.
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
        # Parsed again: the document finds names by an index of its own, which was passed by here.
        self._document = tomlkit.parse(self._document.as_string())

    def known(self) -> Settings:
        """Return the settings as far as they are right; for needed ones that are not, others stand.

        A step of a start reads only what it is about.

        Raises:
            WrongSettings: what the environment says contradicts what others say.
        """
        content, before = self.content, ""
        # To take one setting out may spoil another one, so it goes on until nothing changes.
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
        """Write the file, for its owner and whatever group could read it before.

        Return where the former one is kept, if there was.

        Raises:
            OSError: it cannot be written there; the former one is as it was.
        """
        # Where the path is a link, the file that it leads to is written, and the link stays.
        file, former, group = self.path.resolve(), None, None
        if self._before is not None:
            group = reading_group(file)
            former = file.with_name(f"{file.name}.bak")
            replace_file(former, self._before, on_disk=True)
        replace_file(file, self._document.as_string().encode(), on_disk=True, group=group)
        return former


def touched(mistake: SettingMistake) -> list[str]:
    """Return the settings that a mistake is about, of which its sentence may name several."""
    if "." in mistake.name or mistake.flaw is not Flaw.WRONG:
        return [mistake.name]
    fields = Settings.model_fields
    # A mistake of several settings has no name of its own: theirs stand in its words.
    named = []
    for word in _NAME.findall(mistake.why):
        name = word if "." in word else f"{mistake.name}.{word}"
        section, _, key = name.partition(".")
        if section in fields and key in getattr(fields[section].annotation, "model_fields", {}):
            named.append(name)
    return list(dict.fromkeys(named)) or [mistake.name]


def _end_of(table: Table) -> list[Any]:
    """Take the blank lines at the end of a section out, with what is said there of the next."""
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
    """Let others stand for the needed settings that are not there."""
    completed = {**content}
    for name, value in _STAND_INS.items():
        section, _, key = name.partition(".")
        inner = completed.get(section, {})
        if name not in set_in_environment() and isinstance(inner, dict):
            completed[section] = {key: value, **inner}
    return completed


def read(path: Path) -> ConfigDraft:
    """Read a file that is there.

    Raises:
        ConfigError: it cannot be read; the sentence says why.
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
