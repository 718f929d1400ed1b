"""What dispatchers read about the fleet's riders."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.domain.person import Standing
from bot.fleet import HistoryPeriod, Money, Page, Rider, RiderTotals
from bot.texts import pagination, tables
from bot.texts.callbacks import Verb, press
from bot.texts.delivered import DeliveredWork, HistoryDays, delivered
from bot.texts.dispatcher import lists
from bot.texts.dispatcher.on_the_map import all_button, map_button
from bot.texts.dispatcher.rider_picker import STANDINGS, marked, open_jobs
from bot.texts.dispatcher.switch_riders import switches
from bot.texts.html import Html, dotted, joined
from bot.texts.message import Button, FixedMessage, Message, Row, Rows, Style, column
from bot.texts.moments import clock_time, day
from bot.texts.money import amount
from bot.texts.names import called, phone_of
from bot.texts.order_lines import phone_line
from bot.texts.words import Words, phrase

_ONGOING_SHOWN = 20
_HEAD = (tables.RIDER, phrase("Load"), tables.STATE)

GONE = FixedMessage("The fleet service does not know this rider any more. /riders lists all.")


@dataclass(frozen=True, slots=True)
class RiderInfo:
    """A rider of the fleet, and what this chat knows of them besides.

    `user_id` is their Telegram account if they have joined, under the name `called`.
    `on_the_map`: they share where they are, and can be shown. They are on duty `until` a time, if
    they have said so.
    """

    rider: Rider
    user_id: int | None = None
    called: str = ""
    standing: Standing = Standing.NOT_JOINED
    on_the_map: bool = False
    until: datetime | None = None


def overview(say: Words, page: Page[RiderInfo], totals: RiderTotals) -> Message:
    """List riders, with the fleet's own sums over all of them (contract: Rider list summary)."""
    if not page.items:
        return Message.of(
            say("The fleet service knows no rider yet. /invite asks one by e-mail to join.")
        )
    buttons = column(
        Button(label=_name(say, one.rider), data=press(Verb.RIDER, one.rider.uuid))
        for one in page.items
    )
    turn = pagination.page_buttons(say, page, lambda number: press(Verb.RIDERS, tokens=(number,)))
    turning = (*turn, (all_button(say),))
    revenue = totals.revenue
    sums = dotted(
        *lists.known_counts(say, totals, _SUMS),
        say("💰 {fees} in all", fees=amount(say, revenue)) if revenue else Html(),
    )
    lines, cells = [], []
    for one in page.items:
        name, state = called(one.rider), _state(say, one)
        load = open_jobs(say, one.rider.ongoing_count or 0)
        lines.append(dotted(Html(f"<b>{say.value(name)}</b>"), load, *state))
        card_button = Button(label=name, data=press(Verb.RIDER, one.rider.uuid))
        cells.append((card_button, load, joined(state, "<br>")))
    return Message.of(
        say.many("🛵 <b>{count} rider</b>", "🛵 <b>{count} riders</b>", count=page.total),
        sums,
        *lines,
        pagination.page_line(say, page),
        rows=(*buttons, *turning),
        rich=tables.rich_form(
            say,
            tables.paragraph(sums),
            tables.table(say, _HEAD, cells),
            tables.footer(pagination.page_line(say, page)),
            rows=turning,
        ),
    )


_SUMS = (
    ("active", phrase("🟢 {count} active")),
    ("deactivated", phrase("⚪️ {count} not active")),
    ("fulfilled_orders", phrase("✅ {count} delivered in all")),
)


def label(say: Words, one: RiderInfo) -> str:
    """Name a rider on a button, with where they stand unless what they get just reaches them."""
    name = _name(say, one.rider)
    if one.standing is Standing.READY:
        return name
    standing = say.label(STANDINGS[one.standing])
    return say.label("{name} · {standing}", name=name, standing=standing)


def _name(say: Words, rider: Rider) -> str:
    return marked(say, called(rider), is_invited=rider.is_invited)


def _state(say: Words, one: RiderInfo) -> list[Html]:
    rider, state = one.rider, []
    if rider.is_invited:
        # Without a name and a number nobody can tell them apart, or call them.
        details = {phrase("name"): rider.name, phrase("phone number"): rider.phone_number}
        missing = say.listed(say(what) for what, value in details.items() if not value)
        state.append(
            say("✉️ invited, lacks: {missing}", missing=missing) if missing else say("✉️ invited")
        )
    if rider.active is not None:
        state.append(say("🟢 active") if rider.active else say("⚪️ not active"))
    state.append(say(STANDINGS[one.standing]))
    if one.until and one.standing is Standing.READY:
        state.append(say("🕒 until {time}", time=clock_time(one.until)))
    return state


def card(
    say: Words, one: RiderInfo, fees: Money | None, now: datetime, *, may_remove: bool
) -> Message:
    rider = one.rider
    ongoing = rider.ongoing[:_ONGOING_SHOWN]
    if one.on_the_map:
        place = say("📍 Shares the live location")
    else:
        place = say("📍 Not on the map") if one.standing.is_reached else Html()
    return Message.of(
        say("🛵 <b>{name}</b>", name=called(rider)),
        say("Invited and not active yet: no job can be given before that.")
        if rider.is_invited and rider.active is False
        else Html(),
        dotted(*_state(say, one)),
        phone_line(say, phone_of(rider)),
        say("✉️ {email}", email=rider.email) if rider.email else Html(),
        say("🏍 {plate}", plate=rider.vehicle_plate_number)
        if rider.vehicle_plate_number
        else Html(),
        say("No. {number}", number=rider.riderid) if rider.riderid else Html(),
        say("🗓 Since {day}", day=day(rider.created_at)) if rider.created_at else Html(),
        say("In this chat as {name}", name=one.called) if one.called else Html(),
        place,
        say.many(
            "✅ {count} delivery completed",
            "✅ {count} deliveries completed",
            count=rider.completed,
        )
        if rider.completed is not None
        else Html(),
        say("💰 {fees} in all", fees=amount(say, fees)) if fees else Html(),
        say("<b>Open jobs</b>") if ongoing else say("Nothing to do right now."),
        *lists.lines(say, ongoing, now),
        rows=(*lists.order_buttons(ongoing), *_actions(say, one, may_remove=may_remove)),
    )


def _actions(say: Words, one: RiderInfo, *, may_remove: bool) -> Rows:
    uuid = one.rider.uuid
    history = Button(label=say.label("History"), data=_history_press(uuid, HistoryDays(), 1))
    rows: list[Row] = [(history, *switches(say, one.rider))]
    if one.on_the_map:
        rows.append((map_button(say, uuid),))
    if one.user_id is None:
        invite = say.button("Chat link", Verb.INVITE_RIDER, uuid)
        rows.append((invite,))
    elif may_remove:
        remove = say.button(
            "Remove from the chat",
            Verb.REMOVE_STAFF,
            tokens=(one.user_id, "rider", "ask"),
            style=Style.BAD,
        )
        rows.append((remove,))
    return tuple(rows)


_HEADLINES: Mapping[HistoryPeriod, str] = {
    HistoryPeriod.TODAY: phrase("📖 <b>{name}</b> · delivered today: {count}"),
    HistoryPeriod.YESTERDAY: phrase("📖 <b>{name}</b> · delivered yesterday: {count}"),
    HistoryPeriod.ALL: phrase("📖 <b>{name}</b> · delivered in all: {count}"),
}


def history(say: Words, rider: Rider, asked: HistoryDays, work: DeliveredWork) -> Message:
    """Show one page of what a rider has delivered, and the sums of all pages."""
    return delivered(
        say,
        say(_HEADLINES[asked.period], name=rider.name, count=work.page.total),
        asked,
        work,
        turn=lambda other, number: _history_press(rider.uuid, other, number),
        below=(say.button("Show {name}", Verb.RIDER, rider.uuid, name=rider.name),),
    )


def _history_press(uuid: str, asked: HistoryDays, number: int) -> str:
    return press(Verb.RIDER_HISTORY, uuid, tokens=(asked.token, number))


def which(say: Words, name: str, riders: Sequence[RiderInfo]) -> Message:
    buttons = column(
        Button(label=label(say, one), data=press(Verb.RIDER, one.rider.uuid))
        for one in riders[:_ONGOING_SHOWN]
    )
    return Message.of(
        say("Several riders are called like “{name}”. Which one?", name=name), rows=buttons
    )


def nobody(say: Words, name: str) -> Message:
    return Message.of(say("I know no rider called “{name}”. /riders lists all of them.", name=name))
