"""The report's table: every delivery a line, as CSV that any spreadsheet opens safely."""

import csv
from collections.abc import Iterable, Mapping
from datetime import datetime, tzinfo
from io import StringIO

from babel.core import Locale, UnknownLocaleError
from babel.numbers import get_decimal_symbol

from bot.base.plain_text import clean
from bot.domain.cash import Cash
from bot.domain.earnings import NOTHING, Earned
from bot.fleet import Delivery, State
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.texts.dispatcher.report import CASH_KINDS, Figures, HoursFigures, MoneyFigures
from bot.texts.states import state_word
from bot.texts.words import Words, phrase

_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


_NOTHING_DUE: Mapping[DeliveryUuid, int] = {}
_NO_MONEY = ("",) * (len(CASH_KINDS) + 4)

_HEAD = (
    phrase("Order"),
    phrase("State"),
    phrase("Created"),
    phrase("Picked up"),
    phrase("Dropped off"),
    phrase("Rider"),
    phrase("Sender"),
    phrase("Receiver"),
    phrase("Fee"),
    phrase("Goods at the door"),
    phrase("Currency"),
    phrase("Commission"),
    phrase("Tips"),
)
_MONEY_HEAD = (
    phrase("Rider"),
    phrase("Currency"),
    phrase("Collected"),
    phrase("Of it for goods"),
    phrase("By transfer"),
    phrase("Not paid"),
    phrase("Handed in"),
    phrase("Commission"),
    phrase("Tips"),
    phrase("Hours"),
)


def table(
    say: Words,
    deliveries: Iterable[Delivery],
    earned: Mapping[DeliveryUuid, Earned],
    zone: tzinfo,
    country: str = "",
    goods: Mapping[DeliveryUuid, int] = _NOTHING_DUE,
) -> bytes:
    """Write the deliveries as CSV in UTF-8 with its mark; times are in the business's zone.

    `goods` are the amounts to collect for goods, in hundredths.
    If decimals have a comma, a spreadsheet wants a semicolon between cells.
    """
    point = _decimal_sign(say, country)
    rows = (
        map(
            safe,
            _cells(say, one, earned.get(one.uuid, NOTHING), goods.get(one.uuid, 0), zone, point),
        )
        for one in deliveries
    )
    return _written((map(say.label, _HEAD), *rows), point)


def money_table(say: Words, figures: Figures, country: str = "") -> bytes:
    """Write cash, earnings and hours of each rider in the same way, and the sums of all.

    A rider with several currencies has the hours in the first of their lines.
    """
    point = _decimal_sign(say, country)
    hours = {each.rider: each for each in figures.hours}
    # Each line of money takes its rider's hours out: the riders left have hours but no money.
    rows = [_money_cells(each, _name(each), point, hours) for each in figures.money]
    others = [(_name(each), *_NO_MONEY, each.written) for each in hours.values()]
    sums = [_money_cells(each, say.label("In all"), point, {}) for each in figures.money_of_all]
    return _written((map(say.label, _MONEY_HEAD), *rows, *others, *sums), point)


def _name(of: MoneyFigures | HoursFigures) -> str:
    return safe(clean(of.name))


def _written(rows: Iterable[Iterable[str]], point: str) -> bytes:
    text = StringIO()
    csv.writer(text, delimiter=";" if point == "," else ",").writerows(rows)
    return text.getvalue().encode("utf-8-sig")


def _decimal_sign(say: Words, country: str) -> str:
    """Return a spreadsheet's decimal sign, for the reader's language and this country.

    Spanish has a comma in Spain and a point in Mexico.
    """
    try:
        return get_decimal_symbol(Locale(say.locale.language, territory=country.upper() or None))
    except UnknownLocaleError:
        return get_decimal_symbol(say.locale)


def safe(cell: str) -> str:
    """Keep a spreadsheet from taking somebody's name for a formula."""
    # A spreadsheet reads a formula even behind invisible characters.
    seen = next((at for at, sign in enumerate(cell) if sign.isprintable() and sign != " "), 0)
    return f"'{cell}" if cell[seen:].startswith(_FORMULA) else cell


def _money_cells(
    of: MoneyFigures, name: str, point: str, hours: dict[RiderUuid, HoursFigures]
) -> tuple[str, ...]:
    """Return the cells of a line, and remove the rider's hours from the remaining ones."""
    currency, earnings = of.sums.currency, of.earnings
    collected, *others = (of.sums.of(kind) for kind in CASH_KINDS)
    amounts = (
        collected,
        Cash(of.sums.goods, currency),
        *others,
        Cash(earnings.commissions.get(currency, 0), currency),
        Cash(earnings.tips.get(currency, 0), currency),
    )
    worked = hours.pop(of.sums.rider, None)
    shown = (_decimal(each, point) for each in amounts)
    return (name, currency, *shown, worked.written if worked else "")


def _decimal(cash: Cash, point: str) -> str:
    return f"{cash.amount:f}".replace(".", point)


def _cells(
    say: Words, delivery: Delivery, earned: Earned, goods: int, zone: tzinfo, point: str
) -> tuple[str, ...]:
    fee = delivery.fee
    if fee is None or fee.amount is None:
        fee_cell = fee.text if fee else ""
    else:
        fee_cell = f"{fee.amount:f}".replace(".", point)
    is_known = delivery.state is not State.UNKNOWN
    receivers = ", ".join(receiver.name for receiver in delivery.receivers)
    return (
        delivery.order_number,
        state_word(say, delivery.state) if is_known else delivery.label,
        _moment(delivery.created_at, zone),
        _moment(delivery.pickup_at, zone),
        _moment(delivery.dropoff_at, zone),
        clean(delivery.rider.name) if delivery.rider else "",
        clean(delivery.sender.name) if delivery.sender else "",
        clean(receivers),
        fee_cell,
        _decimal(Cash(goods, ""), point) if goods else "",
        (fee.currency if fee else None) or "",
        _decimal(earned.commission, point) if earned.commission else "",
        " + ".join(_decimal(tip, point) for tip in earned.tips),
    )


def _moment(moment: datetime | None, zone: tzinfo) -> str:
    return f"{moment.astimezone(zone):%Y-%m-%d %H:%M}" if moment else ""
