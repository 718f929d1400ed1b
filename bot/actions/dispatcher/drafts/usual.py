"""Usual values: the latest senders and their fees, and a customer's last name and address."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from pydantic import BaseModel, ConfigDict, TypeAdapter
from rapidfuzz import fuzz

from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.base.phone_numbers import line
from bot.domain.draft import Blank, Draft, Party, Spot
from bot.parsing.intents.spoken import words
from bot.parsing.phones import is_same
from bot.store import deliveries, preferences
from bot.store.preferences import Preference

_MOST_SENDERS = 12
_MOST_FEES = 3
_LIKE = 90
"""The least similarity to a known sender's name, up to 100 (rapidfuzz)."""


class UsualSender(BaseModel):
    """A former sender, and their last fees, newest first.

    `sent_at` is unknown for senders that older versions kept.
    """

    model_config = ConfigDict(frozen=True)

    party: Party
    fees: tuple[int, ...] = ()
    sent_at: datetime | None = None


_LIST = TypeAdapter(tuple[UsualSender, ...])


def senders(tx: Transaction) -> tuple[UsualSender, ...]:
    """Return the former senders, the latest first."""
    stored = preferences.get(tx, Preference.SENDERS)
    return _LIST.validate_json(stored) if stored else ()


def remember(tx: Transaction, draft: Draft) -> None:
    """Remember a draft's sender and fee."""
    former_senders = senders(tx)
    former = next((each for each in former_senders if each.party == draft.sender), None)
    fees = dict.fromkeys([draft.fee or 0, *(former.fees if former else ())])
    newest = UsualSender(party=draft.sender, fees=tuple(fees)[:_MOST_FEES], sent_at=tx.now)
    others = [each for each in former_senders if each.party != draft.sender]
    _keep(tx, (newest, *others)[:_MOST_SENDERS])


def forget_before(tx: Transaction, before: datetime) -> None:
    """Forget senders who sent nothing since `before`; set an unknown time to now."""
    all_senders = senders(tx)
    recent = []
    for sender in all_senders:
        if sender.sent_at is None:
            recent.append(sender.model_copy(update={"sent_at": tx.now}))
        elif sender.sent_at > before:
            recent.append(sender)
    if tuple(recent) != all_senders:
        _keep(tx, tuple(recent))


def _keep(tx: Transaction, kept: tuple[UsualSender, ...]) -> None:
    preferences.keep(tx, Preference.SENDERS, _LIST.dump_json(kept).decode())


def fees_of(known: Iterable[UsualSender], sender: Party) -> tuple[int, ...]:
    return next((each.fees for each in known if each.party == sender), ())


def with_known_sender(draft: Draft, known: Sequence[UsualSender]) -> Draft:
    """Complete a sender who is named in part; without one take the only known sender."""
    sender = draft.sender
    if sender == Party():
        # Several known senders are ambiguous, so take none.
        return draft.from_sender(known[0].party) if len(known) == 1 else draft
    meant = [each.party for each in known if _is_meant(sender, each.party)]
    return draft.from_sender(meant[0]) if len(meant) == 1 else draft


def _is_meant(named: Party, known: Party) -> bool:
    """Tell whether a party has a name or phone, and contradicts a known party in nothing."""
    if named.address and _plain(named.address) != _plain(known.address):
        return False
    if named.phone and line(named.phone) != line(known.phone):
        return False
    if named.name and fuzz.ratio(_plain(named.name), _plain(known.name)) < _LIKE:
        return False
    return bool(named.name or named.phone)


def _plain(text: str) -> str:
    return " ".join(word.text for word in words(text))


def customer(tx: Transaction, phone: str) -> Party | None:
    """Return the receiver with this phone number, as the newest delivery names them."""
    for row in deliveries.with_phone(tx, phone):
        for receiver in snapshot(row).receivers:
            if is_same(receiver.phone_number, receiver.phone_code, phone):
                return Party(name=receiver.name, phone=phone, address=receiver.address)
    return None


def with_known_customers(tx: Transaction, draft: Draft) -> Draft:
    """Complete receivers whose phone number is known, and mark the completed values as guesses.

    A value that was written and equals the known one is no guess any more.
    """
    for number, receiver in enumerate(draft.receivers):
        latest = customer(tx, receiver.phone) if receiver.phone else None
        if latest is None or (receiver.name and not _is_meant(Party(name=receiver.name), latest)):
            continue
        values = {Blank.TO_NAME: latest.name, Blank.TO_ADDRESS: latest.address}
        lacking = [blank for blank in values if not draft.value(Spot(blank, number))]
        sure = [Blank.TO_PHONE, Blank.TO_NAME]
        sure += [Blank.TO_ADDRESS] if _plain(receiver.address) == _plain(latest.address) else []
        for blank in sure:
            # Filling a blank again removes its mark as a guess.
            spot = Spot(blank, number)
            draft = draft.filled(spot, draft.value(spot))
        for blank in lacking:
            draft = draft.filled(Spot(blank, number), values[blank])
        draft = draft.guessing(Spot(blank, number) for blank in lacking)
    return draft
