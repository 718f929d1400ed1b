"""A trial: all sentences of a language are said, each by somebody of its own, and looked at."""

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from bot import logs
from bot.demo.certificates import Certificates
from bot.demo.town import Town
from tests.listening import situations
from tests.listening.effects import BUSINESS, PHONE, Seen, holds, is_thrown_away, noted
from tests.listening.sentences import Sentence
from tests.listening.situations import Situation
from tests.support.business import Business, bare
from tests.support.clock import ManualClock


@dataclass(frozen=True)
class Outcome:
    """What became of a sentence: the effects that were missed, and the worst that can happen."""

    sentence: Sentence
    said: str
    missed: tuple[str, ...]
    was_counted: bool
    was_lost: bool
    answers: tuple[str, ...]

    def __str__(self) -> str:
        told = " | ".join(answer.replace("\n", " / ") for answer in self.answers)
        marks = " COUNTED" * self.was_counted + " LOST" * self.was_lost
        where = f"{self.sentence.by} {self.sentence.when}"
        return f"{where}: “{self.said}” misses {', '.join(self.missed)}{marks}; got {told}"


async def say_all(
    folder: Path, certificates: Certificates, language: str, sentences: list[Sentence]
) -> list[Outcome]:
    """Say all sentences of one role in one town; return what became of each."""
    if not sentences:
        return []
    logs.configure("ERROR", as_json=False)
    groups = defaultdict(list)
    for sentence in sentences:
        groups[sentence.when].append(sentence)
    clock = ManualClock()
    changed = {"business": {"undo_seconds": 0, "name": BUSINESS, "phone": PHONE}}
    outcomes = []
    async with Town(
        folder, clock=clock, certificates=certificates, changed_settings=changed
    ) as town:
        await town.start_bot()
        business = Business(town, clock)
        await business.open()
        await business.on_the_way()  # the first code that is right tells how long codes are here
        if sentences[0].by == "dispatcher":
            await _hire_grace(business)
            await business.says(business.owner, f"/language {language}")
        place = situations.Town(business, language)
        for group in groups.values():
            made = await place.make(group)
            await town.idle()
            outcomes += [await _say(business, place, situation) for situation in made]
    return outcomes


async def _hire_grace(business: Business) -> None:
    grace = business.town.telegram.add_user("Grace", phone="+2348020000009")
    await situations.enrol(business, "Grace Eze", "+2348020000009")
    business.clock.advance(situations.LISTED_ANEW)
    await business.joins_by_phone(grace)


async def _say(business: Business, place: situations.Town, situation: Situation) -> Outcome:
    people = [business.owner, business.musa, situation.speaker]
    if situation.rider is not None:
        people.append(situation.rider)
    people = list({person.id: person for person in people}.values())
    if situation.sentence.by == "dispatcher":
        if situation.question() is not None:
            await business.says(situation.speaker, "/cancel")
        if situation.orders and situation.codes:
            await place.ask_for_status(situation)
    before, former = noted(people), await _states(situation)
    if situation.sentence.how == "photo":
        message = situation.speaker.send_photo(caption=situation.words)
        await business.town.idle()
    else:
        message = await business.says(situation.speaker, situation.words)
    now = await _states(situation)
    moved = [state for state, was in zip(now, former, strict=True) if state != was]
    seen = Seen(situation, message, before, people, moved)
    missed = [
        wanted for wanted in situation.sentence.then if not await _is_met(business, seen, wanted)
    ]
    counted = situation.wrong_codes() > 0 if situation.orders else False
    return Outcome(
        situation.sentence,
        situation.words,
        tuple(missed),
        counted and "refused" not in situation.sentence.then,
        is_thrown_away(seen),
        tuple(seen.answered),
    )


async def _is_met(business: Business, seen: Seen, wanted: str) -> bool:
    for effect in wanted.split("|"):
        typed: list[str] = []
        if effect.startswith("as:"):
            typed = await _typed(business, seen.situation, effect.removeprefix("as:"))
        if holds(effect, seen, typed):
            return True
    return False


async def _typed(business: Business, situation: Situation, command: str) -> list[str]:
    """What the bot answers to a command, typed in the same situation; seen next to it."""
    numbers = dict(
        zip(("order", "other", "third"), (o.order_number for o in situation.orders), strict=False)
    )
    known = {m.message_id for m in situation.speaker.messages}
    await business.says(situation.speaker, command.format_map(numbers))
    new = situations.since(situation.speaker, known)
    return [bare(message) for message in new]


async def _states(situation: Situation) -> list[str]:
    shop = situation.business.town.shop
    if situation.sentence.by == "dispatcher" and not situation.codes:
        return []
    return [(await shop.get_delivery(order.uuid)).state.value for order in situation.orders]
