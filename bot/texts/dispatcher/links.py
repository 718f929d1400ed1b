"""The links with which customers follow a delivery."""

from collections.abc import Sequence
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
    say: Words,
    order: str,
    delivery: str,
    links: Sequence[Link],
    business: str = "",
    *,
    asks_for_shop: bool = False,
) -> Message:
    """Hand out a link for each of these parties, ready to be sent in any way.

    `asks_for_shop`: the shop's own link is a tap away.
    """
    text = say.label("Here you can follow your delivery.")
    if business:
        text = say.label("{business}: here you can follow your delivery.", business=business)
    shop = say.button("For the shop …", Verb.LINK_SHOP, delivery)
    return Message.of(
        say("Link to follow <b>order {order}</b>; it works for one person:", order=order),
        *(Html(f"{say.value(each.name)}:\n{each.link}") for each in links),
        rows=(
            *(_row(say, delivery, each, text, is_only=len(links) == 1) for each in links),
            (shop,) if asks_for_shop else (),
        ),
    )


def _row(say: Words, delivery: str, link: Link, text: str, *, is_only: bool) -> Row:
    # WhatsApp's address takes a number without its plus.
    whatsapp = (
        f"https://wa.me/{link.phone.lstrip('+')}?{urlencode({'text': f'{text} {link.link}'})}"
    )
    copy = say.label("Copy") if is_only else say.label("Copy for {name}", name=link.name)
    return (
        *((Button(label="WhatsApp", url=whatsapp),) if link.phone else ()),
        Button(label="Telegram", url=share_by_telegram(link.link, text)),
        Button(label=copy, copies=link.link),
        say.button("QR", Verb.LINK_QR, delivery, tokens=(link.token,)),
    )


def share_by_telegram(link: str, text: str) -> str:
    """Return an address at which Telegram asks to whom a link is to be sent, with a text."""
    return f"https://t.me/share/url?{urlencode({'url': link, 'text': text})}"


def copy_button(say: Words, link: str) -> Button:
    return Button(label=say.label("Copy the link"), copies=link)


def customer_qr(say: Words, order: str, name: str, link: str) -> Message:
    return Message.of(
        say("Let {name} scan this to follow <b>order {order}</b>.", name=name, order=order),
        say("It is a new link and works for one person."),
        rows=((copy_button(say, link),),),
        attachment=qr_picture(link),
    )


def nobody_to_link(say: Words, order: str) -> Message:
    return Message.of(
        say("Order {order} names nobody who could follow it. Edit it first.", order=order)
    )
