"""What is read about a business's booking link."""

from urllib.parse import urlsplit

from bot.fleet import BookingLink, Pricing
from bot.texts.html import Html
from bot.texts.message import Button, FixedMessage, Message, Picture, Rows
from bot.texts.money import amount
from bot.texts.words import Words

_COPIED_AT_MOST = 256  # Bot API, CopyTextButton

HOW_TO_ASK = FixedMessage("Write the code of the booking link: <code>/booking my-shop</code>")


def web_address(link: BookingLink) -> str | None:
    """Return where the link leads, if that is a web address."""
    url = link.link_url or ""
    parts = urlsplit(url)
    return url if parts.scheme in {"https", "http"} and parts.hostname else None


def profile(say: Words, link: BookingLink, picture: Picture | None) -> Message:
    """Show who takes bookings and how they charge; `picture` is the link's code to scan."""
    address = web_address(link)
    message = Message.of(
        say("🔗 <b>{name}</b>", name=link.business_name or link.link_code),
        say("📍 {address}", address=link.business_address) if link.business_address else Html(),
        say("📞 {phone}", phone=link.business_phone) if link.business_phone else Html(),
        *_pricing(say, link.pricing),
        say("Customers book here:") if address else say("The booking page has no address yet."),
        say.value(address) if address else Html(),
        rows=_rows(say, address),
    )
    if picture is None:
        return message
    return message.model_copy(update={"attachment": picture})


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


def _rows(say: Words, address: str | None) -> Rows:
    if address is None:
        return ()
    copy = Button(label=say.label("Copy the link"), copies=address)
    opening = Button(label=say.label("Open"), url=address)
    return ((copy, opening),) if len(address) <= _COPIED_AT_MOST else ((opening,),)


def unknown(say: Words, code: str) -> Message:
    return Message.of(
        say("There is no booking link “{code}”.", code=code),
        say("Look at the end of the link that your customers use, and send that part."),
    )
