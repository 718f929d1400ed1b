"""The questions in their order: the bot, the fleet service, the business, the owner."""

from pathlib import Path

import uvloop
from telegram.error import TelegramError

from bot.base.clock import SystemClock
from bot.base.settings.loader import ConfigError
from bot.cli.endings import fail, refuse
from bot.cli.init.draft import ConfigDraft, NoToml, read
from bot.cli.init.own_service import FILE, OwnService, SetUp, ask_for_rider, put_addresses
from bot.cli.init.owner_code import owner_by_code
from bot.cli.init.repair import OWNERS, take_away
from bot.cli.init.terminal import Terminal
from bot.cli.init.trials import (
    ASKED_BY_TRIALS,
    BUSINESS,
    ENVIRONMENT,
    FLEET_TRIAL,
    TOKEN_TRIAL,
    ask,
    ask_and_try,
    wrong,
)
from bot.cli.settings import CONFIG_FILE
from bot.cli.start_steps.result import Finding, Sign
from bot.config import load, set_in_environment
from bot.web.routes import fleet_path

_MOST_ID = 2**52
"""No Telegram id is that large."""


def make(config: Path, terminal: Terminal, set_up: SetUp | None = None) -> None:
    """Make a config file from the example, and ask for each setting that needs an answer.

    `set_up` makes a fleet service next to the file, instead of the questions about one.
    """
    if not config.parent.is_dir():
        refuse(f"There is no folder {config.parent} for the config file: make it first.")
    draft = ConfigDraft.new(config)
    terminal.tell(f"This makes {config}. Nothing is written before the end; Ctrl-C stops it.")
    _refuse_environment(draft)
    given = set_in_environment()
    for name in sorted(given):
        terminal.tell(
            f"{name} comes from the environment ({given[name]}): it is not asked for, and not"
            " written. The bot needs it there, too."
        )
    findings = []
    for trial in (TOKEN_TRIAL,) if set_up else (TOKEN_TRIAL, FLEET_TRIAL):
        questions = [each for each in trial.questions if each.name not in given]
        findings.append(ask_and_try(draft, terminal, trial, questions))
    for question in (ENVIRONMENT, *BUSINESS) if set_up else BUSINESS:
        if question.name not in given:
            ask(draft, terminal, question)
    rider = None
    if set_up:
        rider = ask_for_rider(terminal)
        put_addresses(draft)
    if OWNERS not in given:
        _find_owner(draft, terminal, with_code=findings[0].sign is Sign.GOOD)
    own_service = None
    if set_up:
        try:
            own_service = set_up(draft, rider)
        except OSError as error:
            fail(f"{error.filename or 'The folder'} cannot be written: {error.strerror}.")
    _finish(draft, terminal, findings, own_service)


def mend(config: Path, terminal: Terminal) -> None:
    """Print each mistake in an existing file; ask for what is missing, wrong or refused."""
    try:
        draft = read(config)
    except ConfigError as error:
        refuse(str(error))
    except NoToml:
        complaint = "\n".join(_said_by_check(config))
        complaint = complaint or f"{config} cannot be changed by this command."
        terminal.tell(
            f"❌ {complaint}", "Correct that with an editor and come again, or begin again."
        )
        if not terminal.agrees(f"Begin again, and keep it as {config.name}.bak?", default=False):
            refuse(f"{config} is as it was.")
        make(config, terminal)
        return
    terminal.tell(f"This looks through {config}. Nothing is written before the end.")
    terminal.tell(*(f"❌ {sentence}" for sentence in _said_by_check(config)))
    _refuse_environment(draft)
    take_away(draft, terminal, ASKED_BY_TRIALS | {OWNERS})
    findings = []
    for trial in (TOKEN_TRIAL, FLEET_TRIAL):
        questions = [each for each in trial.questions if wrong(draft, each.name)]
        findings.append(ask_and_try(draft, terminal, trial, questions))
    if wrong(draft, OWNERS):
        _find_owner(draft, terminal, with_code=findings[0].sign is Sign.GOOD)
    _finish(draft, terminal, findings)


def _said_by_check(config: Path) -> list[str]:
    try:
        load(config)
    except ConfigError as error:
        return error.sentences
    return []


def _refuse_environment(draft: ConfigDraft) -> None:
    """End the command if the environment is wrong: no config file can mend that."""
    given = set_in_environment()
    outside = [mistake for mistake in draft.mistakes() if mistake.name in given]
    if outside:
        refuse("\n".join(mistake.sentence for mistake in outside))


def _find_owner(draft: ConfigDraft, terminal: Terminal, *, with_code: bool) -> None:
    """Find the owner by a code, or by an id that they type; valid other owners stay."""
    former, bot_id = draft.value(OWNERS), draft.known().telegram.bot_id
    owners = former if isinstance(former, list) else [former]
    others = [
        each for each in owners if isinstance(each, int) and 0 < each < _MOST_ID and each != bot_id
    ]
    terminal.tell(
        "",
        f"An owner dispatches, and invites everybody else ({OWNERS}). The bot finds out who you"
        " are by a code that you send to it.",
    )
    while complaint := wrong(draft, OWNERS):
        owner_id = _by_code(draft, terminal) if with_code else None
        if owner_id is None:
            answer = terminal.ask(
                "Your Telegram user id, a number (Enter waits for the code again)"
            )
            owner_id = int(answer) if answer.isdecimal() and answer.isascii() else None
        if owner_id is not None:
            draft.put(OWNERS, list(dict.fromkeys([*others, owner_id])))
            complaint = wrong(draft, OWNERS)
            terminal.tell(*([f"❌ {complaint}"] if complaint else []))


def _by_code(draft: ConfigDraft, terminal: Terminal) -> int | None:
    try:
        owner = uvloop.run(owner_by_code(draft.known(), terminal, SystemClock()))
    except TelegramError:
        terminal.tell("Telegram does not answer, so no code can come.")
        return None
    if owner is not None:
        terminal.tell(f"✅ {owner.first_name} ({owner.id}) has sent the code, and is the owner.")
    return owner.id if owner else None


def _finish(
    draft: ConfigDraft, terminal: Terminal, findings: list[Finding], own: OwnService | None = None
) -> None:
    """Write the file if anything has changed, and say what comes next."""
    config = draft.path
    if not draft.is_changed:
        terminal.tell("", f"{config} is as it was: there was nothing to change.")
    else:
        try:
            former = draft.write()
        except OSError as error:
            fail(f"{config} cannot be written: {str(error.strerror).lower()}. Nothing was changed.")
        terminal.tell("", f"{config} is written, and closed to others.")
        if former is not None:
            terminal.tell(f"What it was before is kept as {former}.")
    if staying := draft.mistakes():
        refuse("\n".join(mistake.sentence for mistake in staying))
    settings = draft.known()
    business = settings.business
    terminal.tell(
        *(f"{finding.sign} {finding.about}: {finding.sentence}" for finding in findings),
        f"   fleet: {settings.fleet.base_url} ({settings.fleet.environment})",
        f"   business: {business.name or 'no name'}, {business.phone or 'no number'}",
        f"   time zone: {business.timezone}",
        f"   owners: {', '.join(map(str, settings.telegram.owners))}",
        "",
        "What comes next:",
        *(_next_steps(draft) if own is None else _steps_with(own)),
    )


def _next_steps(draft: ConfigDraft) -> list[str]:
    settings = draft.known()
    option = "" if draft.path == CONFIG_FILE else f" --config {draft.path}"
    public_url = settings.web.public_url or "https://<your host>"
    return [
        f"  handover check{option}    looks at all of it once more",
        f"  handover run{option}      runs the bot; write /start to it then",
        f"  {public_url}{fleet_path(settings.fleet.environment)}",
        "    is where the fleet service sends webhooks: set it there, and web.public_url here",
        "  service.example.toml explains a fleet service of your own: handover service run",
        "  /team in the chat with the bot invites dispatchers and riders",
    ]


def _steps_with(own: OwnService) -> list[str]:
    steps = [
        f"  handover service run    runs the fleet service by {FILE}; texts with codes show there",
        "  handover run            runs the bot, in a second terminal; write /start to it then",
        "  handover webhook test   in a third one sends it a webhook: the owner has a message",
    ]
    if own.rider is None:
        return [*steps, "  handover service rider add --help    adds a rider; /team invites others"]
    return [
        *steps,
        f"  /team in the chat makes the link by which {own.rider.name} joins",
        f"  /delivery {own.order_number} is a first order: give it to {own.rider.name}",
    ]
