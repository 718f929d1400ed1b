"""The links with which customers follow a delivery."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from bot.texts.callbacks import Verb
from bot.texts.html import Html
from bot.texts.message import Button, Message, Row
from bot.texts.qr import qr_picture
from bot.texts.words import Words


@dataclass(frozen=True, slots=True)
class Link:
    """A link for one party of a delivery, whose token a button carries, and their number."""

    name: str
    token: str
    link: str
    phone: str = ""


def customer_links(
    say: Words, order: str, delivery: str, links: Sequence[Link], business: str = ""
) -> Message:
    """Hand out a link for each party of a delivery, ready to be sent in any way."""
    lines = [Html(f"{say.value(each.name)}:\n{each.link}") for each in links]
    rows = [row for each in links for row in _rows(say, delivery, each, business)]
    return Message.of(
        say("Links to follow <b>order {order}</b>. Each works for one person:", order=order),
        *lines,
        rows=tuple(rows),
    )


def _rows(say: Words, delivery: str, link: Link, business: str) -> Iterator[Row]:
    text = _invitation(say, business)
    whatsapp = (
        f"https://wa.me/{link.phone.lstrip('+')}?{urlencode({'text': f'{text} {link.link}'})}"
    )
    telegram = f"https://t.me/share/url?{urlencode({'url': link.link, 'text': text})}"
    label = say.label("WhatsApp: {name}", name=link.name)
    yield (
        *((Button(label=label, url=whatsapp),) if link.phone else ()),
        Button(label=say.label("Telegram: {name}", name=link.name), url=telegram),
    )
    yield (
        Button(label=say.label("Copy for {name}", name=link.name), copies=link.link),
        say.button("QR code", Verb.LINK_QR, delivery, tokens=(link.token,)),
    )


def _invitation(say: Words, business: str) -> str:
    if business:
        return say.label("{business}: here you can follow your delivery.", business=business)
    return say.label("Here you can follow your delivery.")


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
