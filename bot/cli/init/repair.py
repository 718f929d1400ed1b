"""Mistakes in a config file, corrected one by one with its author."""

import tomllib

from bot.base.settings.mistakes import Flaw, SettingMistake
from bot.cli.init.draft import ConfigDraft, touched
from bot.cli.init.terminal import Terminal

OWNERS = "telegram.owners"


def take_away(draft: ConfigDraft, terminal: Terminal, asked_elsewhere: set[str]) -> None:
    """Correct the mistakes, except those that the author keeps or other questions correct."""
    staying: set[str] = set()
    # Look for all mistakes again after each change: it may make or end others.
    while open_ones := [
        mistake
        for mistake in draft.mistakes()
        if mistake.sentence not in staying and not _is_asked(mistake, asked_elsewhere)
    ]:
        if not _take_one_away(draft, terminal, open_ones[0]):
            staying.add(open_ones[0].sentence)


def _is_asked(mistake: SettingMistake, asked_elsewhere: set[str]) -> bool:
    if mistake.flaw is Flaw.MISSING and "." not in mistake.name:
        return True
    return mistake.flaw is not Flaw.UNKNOWN and not asked_elsewhere.isdisjoint(touched(mistake))


def _take_one_away(draft: ConfigDraft, terminal: Terminal, mistake: SettingMistake) -> bool:
    """Ask how to correct a mistake; return whether the draft was changed."""
    terminal.tell("", mistake.sentence)
    names, meant = touched(mistake), mistake.meant
    if mistake.flaw is Flaw.UNKNOWN:
        question = f"Write {meant} for {mistake.name}?"
        if meant and not draft.holds(meant) and terminal.agrees(question, default=True):
            draft.rename(mistake.name, meant)
            return True
        return _take_out(draft, terminal, mistake.name)
    is_alone = names == [mistake.name]
    if is_alone and "." not in mistake.name:
        return _take_out(draft, terminal, mistake.name)
    changed = [_change(draft, terminal, name, is_wrong=is_alone) for name in names]
    return any(changed)


def _take_out(draft: ConfigDraft, terminal: Terminal, name: str) -> bool:
    if not terminal.agrees(f"Take {name} out of the file?", default=True):
        return False
    draft.take_out(name)
    return True


def _change(draft: ConfigDraft, terminal: Terminal, name: str, *, is_wrong: bool) -> bool:
    """Ask for another value; return whether the draft was changed.

    Without an answer, a setting that is wrong by itself is removed, so that its default holds. One
    that only contradicts others stays.
    """
    otherwise = "Enter takes it out" if is_wrong else "Enter leaves it as it is"
    answer = terminal.ask(f"{name} ({otherwise})")
    if not answer:
        if is_wrong:
            draft.take_out(name)
        return is_wrong
    # Put it as a TOML value if that is right there, and otherwise as text.
    try:
        values = [tomllib.loads(f"value = {answer}")["value"], answer]
    except ValueError:
        values = [answer]
    for value in values:
        draft.put(name, value)
        if not any(mistake.name == name for mistake in draft.mistakes()):
            break
    return True
