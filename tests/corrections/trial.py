"""A trial: each correction is said in a town, and what it does to its order is looked at."""

import re
import sqlite3
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any

from bot import logs
from bot.actions.dispatcher.edit import OpenEdit, value_of
from bot.demo.certificates import Certificates
from bot.demo.town import Town
from bot.domain.draft import AT_DOOR, RECEIVER, SENDER, Blank, Draft, Spot
from bot.fleet import Delivery, NewDelivery, NewItem, NewReceiver, Origin
from bot.parsing.orders.items import read_item
from bot.parsing.phones import parts
from bot.store.drafts import OpenDraft
from tests.corrections.said import Correction, Corrections
from tests.support.business import Business, bare
from tests.support.clock import ManualClock

_FORM = """/new
From: {from_name}
From phone: {from_phone}
From address: {from_address}
To: {to_name}
Phone: {to_phone}
Address: {to_address}
Items: {things}
Fee: {fee}
Note: {note}"""
_FIELDS = (*SENDER, *RECEIVER, Blank.FEE, Blank.DAY)
_CHANGED = "✏️"


class Verdict(StrEnum):
    """What a correction did; the last is the worst that can happen."""

    DONE = "does what is meant"
    ASKS = "asks or offers it"
    NOTHING = "does nothing"
    ELSE = "does something else"


@dataclass(frozen=True)
class Outcome:
    """What became of a correction."""

    correction: Correction
    verdict: Verdict
    seen: str
    answer: str

    def __str__(self) -> str:
        said, answer = self.correction.words, self.answer.replace("\n", " / ")
        wanted = f"{self.correction.on}: “{said}” should give {self.correction.then}"
        return f"{self.verdict}: {wanted}; gave {self.seen}; {answer[:160]}"


async def say_all(
    folder: Path, certificates: Certificates, corrections: Corrections
) -> list[Outcome]:
    """Say all corrections of a language, each of a fresh draft or of the created order."""
    logs.configure("ERROR", as_json=False)
    clock = ManualClock()
    changed = {"business": {"undo_seconds": 0, "country": corrections.country}}
    async with Town(
        folder,
        clock=clock,
        certificates=certificates,
        changed_settings=changed,
        currency=corrections.currency,
    ) as town:
        await town.start_bot()
        business = Business(town, clock)
        await business.open()
        await business.says(business.owner, f"/language {corrections.language}")
        trial = _Trial(business, corrections)
        said = sorted(corrections.said, key=lambda each: each.on != "draft")
        return [await trial.say(each) for each in said]


class _Trial:
    def __init__(self, business: Business, corrections: Corrections) -> None:
        self._business = business
        self._order = corrections.order
        self._created: Delivery | None = None

    async def say(self, correction: Correction) -> Outcome:
        await self._business.says(self._business.owner, "/cancel")
        if correction.on == "draft":
            return await self._of_draft(correction)
        return await self._of_created(correction)

    async def _of_draft(self, correction: Correction) -> Outcome:
        owner = self._business.owner
        things = ", ".join(f"{many} x {thing}" for thing, many in self._order["items"].items())
        await self._business.says(owner, _FORM.format(things=things, **self._order))
        opened = self._question(OpenDraft)
        before = _of(opened.draft) if opened else {}
        for name in set(self._order) - {"items", "when"}:
            assert _is_one(before[name], [self._order[name]], name), (name, before)
        await self._business.says(owner, correction.words)
        now = self._question(OpenDraft)
        if now is None or len(now.drafts) != 1:
            return self._told(correction, Verdict.ELSE, "no draft" if now is None else "two drafts")
        after = _of(now.draft)
        changed = {name: after[name] for name in after if after[name] != before[name]}
        return self._judged(correction, changed, before, is_asked=now.asked is not None)

    async def _of_created(self, correction: Correction) -> Outcome:
        owner = self._business.owner
        row = await self._created_order()
        before = {**dict.fromkeys(_FIELDS, ""), **_of_delivery(row)}
        await self._business.says(owner, correction.words.format(number=row.order_number))
        same = await self._business.town.shop.get_delivery(row.uuid)
        name = self._question_name()
        opened = self._question(OpenEdit)
        if name == OpenDraft.name or _of_delivery(same) != _of_delivery(row):
            return self._told(correction, Verdict.ELSE, name or "the order itself is changed")
        if opened is None or opened.new is None:
            verdict = Verdict.NOTHING if name is None else Verdict.ASKS
            return self._told(correction, verdict, name or "no question")
        new = _things(opened.new) if opened.field is Blank.ITEMS else opened.new
        return self._judged(correction, {opened.field.value: new}, before, is_asked=False)

    def _judged(
        self,
        correction: Correction,
        changed: dict[str, Any],
        before: dict[str, Any],
        *,
        is_asked: bool,
    ) -> Outcome:
        """Hold what is changed against what is meant."""
        wanted = dict(correction.then)
        if "day" in wanted:
            today = self._business.clock.now().date()
            wanted["day"] = [str(today + timedelta(days=wanted["day"]))]
        if "items" in wanted:
            items = {**before["items"], **wanted["items"]}
            wanted["items"] = [{thing: many for thing, many in items.items() if many}]
        wrong = [
            name
            for name, value in changed.items()
            if not _is_one(value, wanted.get(name, ()), name)
            and not (name == "note" and correction.time and correction.time in value)
        ]
        answer = bare(self._business.owner.last)
        done = not wrong and all(name in changed for name in wanted)
        shown = answer.split("\n")[0] if correction.on == "draft" else answer
        is_told = correction.time in answer and _CHANGED in shown
        if done and is_told:
            verdict = Verdict.DONE
        elif changed and not done:
            verdict = Verdict.ELSE
        else:
            asks = is_asked or "“" in answer.split("\n\n")[0] or bool(changed)
            verdict = Verdict.ASKS if asks else Verdict.NOTHING
        return self._told(correction, verdict, str(changed))

    def _told(self, correction: Correction, verdict: Verdict, seen: str) -> Outcome:
        return Outcome(correction, verdict, seen, bare(self._business.owner.last))

    async def _created_order(self) -> Delivery:
        if self._created is None:
            made = await self._business.town.shop.create_delivery(self._new())
            await self._business.town.idle()
            self._created = await self._business.town.shop.get_delivery(made[0].uuid)
        return self._created

    def _new(self) -> NewDelivery:
        order = self._order
        sender, receiver = parts(order["from_phone"]), parts(order["to_phone"])
        items = [NewItem(description=each, quantity=many) for each, many in order["items"].items()]
        return NewDelivery(
            creation_date=self._business.clock.now().date(),
            fee=int(order["fee"]),
            sender=Origin(
                name=order["from_name"],
                address=order["from_address"],
                phone_code=sender[0],
                phone_number=sender[1],
            ),
            receivers=(
                NewReceiver(
                    name=order["to_name"],
                    address=order["to_address"],
                    phone_code=receiver[0],
                    phone_number=receiver[1],
                    items=tuple(items),
                ),
            ),
        )

    def _question_name(self) -> str | None:
        found = self._dialog()
        return found[0] if found else None

    def _question(self, kind: type[Any]) -> Any:
        found = self._dialog()
        return kind.model_validate_json(found[1]) if found and found[0] == kind.name else None

    def _dialog(self) -> tuple[str, str] | None:
        with sqlite3.connect(self._business.town.folder / "handover.db") as database:
            statement = "SELECT name, data FROM dialogs WHERE user_id = ?"
            return database.execute(statement, (self._business.owner.id,)).fetchone()


def _of(draft: Draft) -> dict[str, Any]:
    """Return what each field of a draft holds."""
    held = {blank.value: draft.value(Spot(blank)) for blank in _FIELDS}
    items = {item.description: item.quantity for item in draft.receivers[0].items or ()}
    texts = {name: "" if value is None else str(value) for name, value in held.items()}
    return {**texts, "items": items}


def _of_delivery(delivery: Delivery) -> dict[str, Any]:
    in_draft_alone = {Blank.NOTE, *AT_DOOR}
    fields = [blank for blank in _FIELDS if blank not in in_draft_alone]
    held = {blank.value: value_of(delivery, blank) for blank in fields}
    return {**held, "items": _things(held["items"])}


def _things(lines: str) -> dict[str, int]:
    items = [item for line in lines.splitlines() if (item := read_item(line))]
    return {item.description: item.quantity for item in items}


def _is_one(value: Any, allowed: Any, name: str) -> bool:
    """Tell whether a value is one of these; of a note, whether it holds one."""
    if name == "note":
        return any(_plain(each) in _plain(value) for each in allowed)
    if name == "items":
        return value in allowed
    return _plain(value) in map(_plain, allowed)


def _plain(text: str) -> str:
    return re.sub(r"[\s.]+", " ", text.casefold()).strip()
