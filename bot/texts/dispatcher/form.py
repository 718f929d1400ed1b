"""The form of a new delivery as text: lines that people copy, fill in, and get back.

A filled form is read like any order (`parsing.orders`), which knows these labels.
"""

from collections.abc import Iterator, Mapping

from bot.domain.draft import Blank, Draft, DraftItem, DraftReceiver, Party
from bot.texts.words import Words, phrase

COMMAND = "/new"

_LABELS: Mapping[Blank, str] = {
    Blank.FROM_NAME: phrase("From"),
    Blank.FROM_PHONE: phrase("From phone"),
    Blank.FROM_ADDRESS: phrase("From address"),
    Blank.TO_NAME: phrase("To"),
    Blank.TO_PHONE: phrase("Phone"),
    Blank.TO_ADDRESS: phrase("Address"),
    Blank.ITEMS: phrase("Items"),
    Blank.NOTE: phrase("Note"),
    Blank.GOODS: phrase("Cash on delivery"),
    Blank.PAYS_WITH: phrase("Change for"),
    Blank.FEE: phrase("Fee"),
    Blank.RIDER: phrase("Rider"),
    Blank.SMS: phrase("SMS"),
    Blank.DAY: phrase("Day"),
}

_YES, _NO = phrase("yes"), phrase("no")

_EXAMPLE = Draft(
    receivers=(
        DraftReceiver(
            name="Bola Ahmed",
            phone="0803 000 0001",
            address="5 Allen Avenue",
            items=(DraftItem(description="Jollof rice", quantity=2, value=3000),),
        ),
    ),
    fee=1500,
)


def template(say: Words) -> str:
    """Return an example of the form, to copy and fill in."""
    return as_form(say, _EXAMPLE)


def as_form(say: Words, draft: Draft) -> str:
    """Write a draft as the form that would make it again; each receiver's part is whole."""
    pairs = [*_party(draft.sender, (Blank.FROM_NAME, Blank.FROM_PHONE, Blank.FROM_ADDRESS))]
    for receiver in draft.receivers:
        pairs += _party(receiver, (Blank.TO_NAME, Blank.TO_PHONE, Blank.TO_ADDRESS))
        for item in receiver.items or ():
            line = f"{item.quantity} x {item.description} {item.value or ''}"
            pairs.append((Blank.ITEMS, line.rstrip()))
        # Repeat fee, rider and day in each part, for each part is an order by itself.
        pairs += [
            (Blank.NOTE, receiver.note),
            (Blank.GOODS, f"{receiver.goods:f}" if receiver.goods else ""),
            (Blank.PAYS_WITH, f"{receiver.pays_with:f}" if receiver.pays_with else ""),
            (Blank.FEE, "" if draft.fee is None else str(draft.fee)),
            (Blank.RIDER, draft.rider.name if draft.rider else ""),
            (Blank.DAY, draft.day.isoformat() if draft.day else ""),
            (Blank.SMS, say.label(_YES if draft.send_sms else _NO)),
        ]
    lines = [f"{say.label(_LABELS[blank])}: {value}" for blank, value in pairs if value]
    return "\n".join([COMMAND, *lines])


def _party(party: Party, blanks: tuple[Blank, Blank, Blank]) -> Iterator[tuple[Blank, str]]:
    yield from zip(blanks, (party.name, party.phone, party.address), strict=True)
