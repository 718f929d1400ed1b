"""The links with which customers follow a delivery."""

from collections.abc import Sequence

from bot.texts.callbacks import Verb
from bot.texts.html import Html
from bot.texts.message import Button, Message
from bot.texts.qr import qr_picture
from bot.texts.words import Words


def customer_links(
    say: Words, order: str, delivery: str, links: Sequence[tuple[str, str, str]]
) -> Message:
    """Hand out a link for each party of a delivery: (name, token of the party, link)."""
    lines = [Html(f"{say.value(name)}:\n{link}") for name, _, link in links]
    rows = [
        (
            Button(label=say.label("Copy for {name}", name=name), copies=link),
            say.button("QR code", Verb.LINK_QR, delivery, tokens=(party,)),
        )
        for name, party, link in links
    ]
    return Message.of(
        say("Links to follow <b>order {order}</b>. Each works for one person:", order=order),
        *lines,
        rows=tuple(rows),
    )


def customer_qr(say: Words, order: str, name: str, link: str) -> Message:
    return Message.of(
        say("Let {name} scan this to follow <b>order {order}</b>.", name=name, order=order),
        say("It is a new link and works for one person."),
        rows=((Button(label=say.label("Copy the link"), copies=link),),),
        attachment=qr_picture(link),
    )


def nobody_to_link(say: Words, order: str) -> Message:
    return Message.of(
        say("Order {order} names nobody who could follow it. Edit it first.", order=order)
    )
