"""Texts about giving out orders that wait for a rider, in groups for one rider each."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.base.plain_text import clean
from bot.fleet import Delivery
from bot.texts.callbacks import Verb
from bot.texts.html import Html
from bot.texts.message import Button, Message, Rows, Style, column
from bot.texts.words import Words, phrase


class GroupKind(StrEnum):
    """The thing that the orders of a group have in common."""

    PICKUP = "p"
    PLACE = "a"
    OLDEST = "o"


@dataclass(frozen=True, slots=True)
class OrderGroup:
    """Orders that can be given together; `token` identifies the group in its button."""

    kind: GroupKind
    token: str
    name: str
    deliveries: Sequence[Delivery]


ANEW, BACK = "new", "back"
"""How to show the groups to give out: in a new message, or in place of the pressed one."""

LABELS = {
    GroupKind.PICKUP: phrase("🏪 {name} · {count}"),
    GroupKind.PLACE: phrase("🏁 {name} · {count}"),
    GroupKind.OLDEST: phrase("⏳ Waiting longest · {count}"),
}


def choose_group(say: Words, count: int, groups: Sequence[OrderGroup]) -> Message:
    """Offer the orders that wait for a rider, `count` in all, in groups."""
    several = say.button("Choose one by one", Verb.CHOOSE_MANY, tokens=(1,))
    cancel = say.button("Cancel", Verb.CANCEL)
    return Message.of(
        say("🆕 Waiting for a rider: <b>{count}</b>", count=count),
        say("Which ones for one rider?") if groups else Html(),
        rows=(*group_rows(say, groups), (several,), (cancel,)),
    )


def group_rows(say: Words, groups: Sequence[OrderGroup]) -> Rows:
    return column(
        say.button(
            LABELS[group.kind],
            Verb.GIVE_GROUP,
            tokens=(group.token,),
            name=clean(group.name),
            count=len(group.deliveries),
        )
        for group in groups
    )


def go_on(say: Words, result: Message, groups: Sequence[OrderGroup]) -> Message:
    """Add to the outcome of some orders the groups of those that still wait."""
    if not groups:
        return result
    more = say.button("Choose one by one", Verb.CHOOSE_MANY, tokens=(1,))
    return Message.of(
        result.html,
        say("These wait still. Who takes them?"),
        rows=(*group_rows(say, groups), (more,)),
    )


def give_out_button(say: Words) -> Button:
    """Make the button that offers to give several orders to riders, in a message of its own."""
    return say.button("Give out", Verb.GIVE_OUT, tokens=(ANEW,), style=Style.MAIN)


def board_button(say: Words) -> Button:
    return say.button("📋 Board", Verb.SHOW_BOARD)
