"""What is read about a business's booking link."""

from urllib.parse import urlsplit

from bot.fleet import BookingLink, Pricing
from bot.texts.dispatcher.links import copy_button
from bot.texts.html import Html
from bot.texts.limits import COPIED_CHARACTERS
from bot.texts.message import Button, FixedMessage, Message, Picture
from bot.texts.money import amount
from bot.texts.order_lines import phone_line
from bot.texts.words import Words

HOW_TO_ASK = FixedMessage("Write the code of the booking link: <code>/booking my-shop</code>")


def web_address(link: BookingLink) -> str | None:
    """Return where the link leads, if that is a web address."""
    url = link.link_url or ""
    parts = urlsplit(url)
    return url if parts.scheme in {"https", "http"} and parts.hostname else None


def profile(say: Words, link: BookingLink, picture: Picture | None) -> Message:
    """Show who takes bookings and how they charge; `picture` is the link's code to scan."""
    address = web_address(link)
    buttons = []
    if address and len(address) <= COPIED_CHARACTERS:
        buttons.append(copy_button(say, address))
    if address:
        buttons.append(Button(label=say.label("Open"), url=address))
    return Message.of(
        say("🔗 <b>{name}</b>", name=link.business_name or link.link_code),
        say("📍 {address}", address=link.business_address) if link.business_address else Html(),
        phone_line(say, link.business_phone or ""),
        *_pricing(say, link.pricing),
        say("Customers book here:") if address else say("The booking page has no address yet."),
        say.value(address) if address else Html(),
        rows=(tuple(buttons),),
        attachment=picture,
    )


def _pricing(say: Words, pricing: Pricing | None) -> list[Html]:
    if pricing is None:
        return []
    lines = [say("💰 Pricing: {model}", model=pricing.model or pricing.slug)]
    if pricing.per_km is not None:
        lines.append(say("{amount} for each kilometre", amount=amount(say, pricing.per_km)))
    if pricing.express_type or pricing.express_value:
        express = " ".join(filter(None, (pricing.express_type, pricing.express_value)))
        lines.append(say("Express: {express}", express=express))
    return lines


def unknown(say: Words, code: str) -> Message:
    return Message.of(
        say("There is no booking link “{code}”.", code=code),
        say("Look at the end of the link that your customers use, and send that part."),
    )
