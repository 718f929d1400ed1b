"""What a customer fills in, checked field by field."""

import re
from collections.abc import Collection, Mapping
from datetime import date
from typing import Annotated, Any
from urllib.parse import unquote

import phonenumbers
from phonenumbers import PhoneNumberType
from pydantic import AfterValidator, BeforeValidator, ValidationError, ValidationInfo

from bot.service.operations.book import ConfirmedOrder
from bot.service.records import DEGREES, MapPlace
from bot.service.request_bodies.fields import Body, Day, Email, OptionalText, Text
from bot.service.rules.bookings import FARTHEST_DAY
from bot.service.store.delivery_rows import place_columns

_NO_PLACE = (
    "Please write latitude and longitude, such as 6.43,3.42, paste a map's link that shows them, "
    "or leave it empty."
)
WRONG: Mapping[str, str] = {
    "sender_name": "Please write your name.",
    "sender_phone": (
        "Please write your mobile phone number, such as 0803 111 2222 or +234 803 111 2222. It is "
        "one of a country that we deliver in."
    ),
    "sender_address": "Please write where the parcel is picked up.",
    "sender_email": "Please write an e-mail address such as ada@example.com, or none.",
    "receiver_name": "Please write who receives the parcel.",
    "receiver_phone": (
        "Please write the receiver's mobile phone number: their code is sent there. It is one of a "
        "country that we deliver in."
    ),
    "receiver_address": "Please write where the parcel goes.",
    "items": "Please write what is sent.",
    "day": "Please choose today or a later day, within a year.",
    "sender_place": _NO_PLACE,
    "receiver_place": _NO_PLACE,
    "note": "Please write a shorter note.",
}
"""The one sentence at each field that cannot be taken as it is."""

_LONGEST_PLACE = 2000
# What ends in the middle of a number is none.
_PAIR = rf"({DEGREES})\s*,\s*({DEGREES})(?!\.?[0-9])"
_FORMS = (
    re.compile(rf"^\s*{_PAIR}\s*$"),
    # Before the others: `@` is the middle of the map, and `geo:0,0?q=` means the place behind it.
    re.compile(rf"[?&]q=(?:loc:)?{_PAIR}", re.IGNORECASE),
    re.compile(rf"^\s*geo:{_PAIR}", re.IGNORECASE),
    re.compile(rf"@{_PAIR}"),
)

_TOLD_BY_NO_NUMBER = frozenset(
    {"CA", "CL", "DK", "DO", "FM", "GU", "IN", "MP", "MX", "PM", "PR", "US", "VI", "WF"}
)
"""Regions where a fifth or more of the mobiles have a number that a landline can have, too: without
those many people could not book. Elsewhere, where fewer than a twentieth have, it is a landline."""


def _phone(text: object, info: ValidationInfo) -> str:
    context = info.context or {}
    try:
        number = phonenumbers.parse(str(text)[:40], context.get("region"))
    except phonenumbers.NumberParseException:
        raise ValueError("no phone number") from None
    region = phonenumbers.region_code_for_number(number)
    # Landlines get no texts, and texts to satellites, premium rates and freephones cost more.
    kind = phonenumbers.number_type(number)
    if kind == PhoneNumberType.FIXED_LINE_OR_MOBILE:
        is_mobile = region in _TOLD_BY_NO_NUMBER
    else:
        is_mobile = kind == PhoneNumberType.MOBILE
    if not is_mobile:
        raise ValueError("no mobile")
    countries = context.get("countries")  # a quote that is opened again was asked before
    if countries is not None and region not in countries:
        raise ValueError("of another country")
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def _bookable(day: date, info: ValidationInfo) -> date:
    today: date = (info.context or {}).get("today", day)
    if not today <= day <= today + FARTHEST_DAY:
        raise ValueError("in the past, or too far ahead")
    return day


def coordinates_in(text: str) -> str:
    """Return the place that a pasted text holds, as `latitude,longitude` as they were written.

    It holds coordinates, a `geo:` address, or a link to a map.

    Nothing is looked up: a short link, which does not show where it leads, holds none.

    Raises:
        ValueError: it holds none, or one that is not on the earth.
    """
    plain = unquote(text[:_LONGEST_PLACE])
    for form in _FORMS:
        if pair := form.search(plain):
            coordinates = f"{pair[1]},{pair[2]}"
            # Refuses what is not on the earth.
            MapPlace.parse(coordinates)
            return coordinates
    raise ValueError("holds no latitude and longitude")


def _place(text: object) -> str:
    pasted = str(text or "").strip()
    return coordinates_in(pasted) if pasted else ""


_Phone = Annotated[str, BeforeValidator(_phone)]
_Place = Annotated[OptionalText, BeforeValidator(_place)]


class Order(Body):
    """What is to be delivered, from whom to whom; phones in E.164 form."""

    sender_name: Text
    sender_phone: _Phone
    sender_address: Text
    sender_email: Annotated[Email | None, BeforeValidator(lambda text: text or None)] = None
    sender_place: _Place = ""
    receiver_name: Text
    receiver_phone: _Phone
    receiver_address: Text
    receiver_place: _Place = ""
    items: Text
    day: Annotated[Day, AfterValidator(_bookable)]
    express: bool = False
    note: OptionalText = ""

    @property
    def places(self) -> tuple[MapPlace, MapPlace] | None:
        """Where it begins and ends, if both are known."""
        if self.sender_place and self.receiver_place:
            return MapPlace.parse(self.sender_place), MapPlace.parse(self.receiver_place)
        return None

    @property
    def place_columns(self) -> dict[str, Any]:
        columns: dict[str, Any] = {}
        for role, place in (("sender", self.sender_place), ("receiver", self.receiver_place)):
            if place:
                columns |= place_columns(role, MapPlace.parse(place))
        return columns

    def confirmed(self, price: int | None) -> ConfirmedOrder:
        """Return what it is once its customer has seen the price, None where nobody knows it."""
        note = [
            "Express." if self.express else "",
            "Price to be confirmed." if price is None else "",
            self.note,
        ]
        sender_code, sender_phone = _split(self.sender_phone)
        code, phone = _split(self.receiver_phone)
        receiver = {
            "customer_name": self.receiver_name,
            "customer_address": self.receiver_address,
            "customer_phone_code": code,
            "customer_phone_number": phone,
            "items": [{"item_description": self.items}],
        }
        body: dict[str, Any] = {
            "creation_date": self.day.isoformat(),
            "delivery_fee": price or 0,
            "iam_sender": False,
            "riderid": None,
            "send_sms": False,
            "sender_name": self.sender_name,
            "sender_address": self.sender_address,
            "sender_email": self.sender_email,
            "sender_phone": sender_phone,
            "sender_phonecode": sender_code,
            "receivers": [receiver],
            "note": " ".join(filter(None, note))[:1000],
        }
        return ConfirmedOrder(body=body, places=self.place_columns)


def _split(phone: str) -> tuple[str, str]:
    number = phonenumbers.parse(phone)
    return str(number.country_code), phonenumbers.national_significant_number(number)


def read_order(
    form: Mapping[str, str], region: str, countries: Collection[str], today: date
) -> Order | Mapping[str, str]:
    """Return the order, or what is wrong with it, a sentence for each such field.

    Numbers without a code are of the `region`; mobiles of the `countries` alone are taken.
    """
    context = {"region": region, "countries": countries, "today": today}
    try:
        return Order.model_validate(form, context=context)
    except ValidationError as error:
        fields = [str(each["loc"][0]) for each in error.errors()]
        return {name: WRONG.get(name, "Please correct this.") for name in fields}
