"""Questions and trials of their answers: the bot's token, and the way to the fleet service."""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field

import uvloop

from bot.base.settings.mistakes import Flaw
from bot.cli.init.draft import ConfigDraft, touched
from bot.cli.init.terminal import Terminal
from bot.cli.start_steps import fleet, telegram
from bot.cli.start_steps.result import Finding, Sign
from bot.config import Settings

_TRIES = 3


@dataclass(frozen=True, slots=True)
class SettingQuestion:
    """The question for one setting: why it is needed, and where to find it."""

    name: str
    asked: str
    why: str
    is_secret: bool = False
    can_be_skipped: bool = False


TOKEN = SettingQuestion(
    "telegram.token",
    "Token of the bot",
    "The token lets this program speak as your bot. @BotFather in Telegram gives it: /newbot for a"
    " new bot, /mybots for one that you have.",
    is_secret=True,
)
ENVIRONMENT = SettingQuestion(
    "fleet.environment",
    'Environment, "production" or "development"',
    "The fleet service has two environments with data of their own: production for real parcels,"
    " development to try things out. Enter is production.",
    can_be_skipped=True,
)
ADDRESS = SettingQuestion(
    "fleet.base_url",
    "Address of the fleet service",
    "All deliveries come from there. Whoever runs it tells the address of your environment; it ends"
    " in /api/v1. `handover service run` prints that of your own. You have none?"
    " `handover init --own-service` makes one.",
)
KEY = SettingQuestion(
    "fleet.api_key",
    "API key",
    "The key opens your account for that environment. Whoever runs the fleet service gives it;"
    " `handover service key show production` prints that of your own service.",
    is_secret=True,
)
AUTHORITY = SettingQuestion(
    "fleet.ca_file",
    "File with your own certificate authority, as PEM",
    "Only for a fleet service whose certificate your own authority has signed. Enter for none.",
    can_be_skipped=True,
)
BUSINESS = (
    SettingQuestion(
        "business.name",
        "Name of the business",
        "It is told where somebody needs a person. Enter skips it.",
        can_be_skipped=True,
    ),
    SettingQuestion(
        "business.phone",
        "Phone number of the business",
        "It is answered by a person; write it with its country, such as +234 803 000 0000. Enter"
        " skips it.",
        can_be_skipped=True,
    ),
    SettingQuestion(
        "business.timezone",
        "Time zone of the business",
        "Its day, quiet hours and reports are in it, such as Africa/Lagos. Enter is UTC.",
        can_be_skipped=True,
    ),
)


@dataclass(frozen=True, slots=True)
class Trial:
    """Questions whose answers a step of a start tries together.

    `again` holds the questions to repeat, by the setting that the step finds fault with. For any
    other setting all are repeated.
    """

    questions: Sequence[SettingQuestion]
    look: Callable[[Settings], Coroutine[object, object, Finding]]
    again: Mapping[str, Sequence[SettingQuestion]] = field(default_factory=dict)


TOKEN_TRIAL = Trial([TOKEN], telegram.token)
FLEET_TRIAL = Trial(
    [ENVIRONMENT, ADDRESS, KEY],
    fleet.key,
    {KEY.name: [KEY], ADDRESS.name: [ENVIRONMENT, ADDRESS, AUTHORITY], AUTHORITY.name: [AUTHORITY]},
)
ASKED_BY_TRIALS = {
    question.name for trial in (TOKEN_TRIAL, FLEET_TRIAL) for question in trial.questions
}


def wrong(draft: ConfigDraft, name: str) -> str | None:
    """Return the sentence of a mistake that concerns a setting, alone or with others, if any."""
    section = name.partition(".")[0]
    for mistake in draft.mistakes():
        if name in touched(mistake) or (mistake.name == section and mistake.flaw is Flaw.MISSING):
            return mistake.sentence
    return None


def ask(draft: ConfigDraft, terminal: Terminal, question: SettingQuestion) -> None:
    """Ask until the answer is a valid value of the setting; do not try yet where it leads."""
    terminal.tell("", question.why)
    asked = f"{question.asked} ({question.name})"
    while True:
        answer = (terminal.ask_secret if question.is_secret else terminal.ask)(asked)
        if not answer and question.can_be_skipped:
            if draft.holds(question.name) and wrong(draft, question.name):
                draft.take_out(question.name)
            return
        draft.put(question.name, answer)
        # Only mistakes of this value alone: `ask_and_try` looks for contradictions.
        complaints = [each.sentence for each in draft.mistakes() if each.name == question.name]
        if not complaints:
            return
        terminal.tell(f"❌ {complaints[0]}")


def ask_and_try(
    draft: ConfigDraft, terminal: Terminal, trial: Trial, questions: Sequence[SettingQuestion]
) -> Finding:
    """Ask these questions, try all answers of the trial, and ask again for what is refused.

    A person may keep answers that cannot be tried now, and refused ones after each third try.
    """
    tries = 0
    while True:
        for question in questions:
            ask(draft, terminal, question)
        unfit = [wrong(draft, question.name) for question in trial.questions]
        if any(unfit):
            terminal.tell(*(f"❌ {sentence}" for sentence in dict.fromkeys(filter(None, unfit))))
            questions = [each for each in trial.questions if wrong(draft, each.name)]
            continue
        finding = uvloop.run(trial.look(draft.known()))
        terminal.tell(f"{finding.sign} {finding.sentence}")
        tries += 1
        if finding.sign is Sign.GOOD:
            return finding
        may_stay = finding.sign is not Sign.BAD or tries % _TRIES == 0
        if may_stay and terminal.agrees(f"Keep {finding.about} all the same?", default=False):
            return finding
        questions = trial.again.get(finding.about, trial.questions)
