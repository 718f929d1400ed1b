"""The drafts, one or all, that dispatchers check before anything is created."""

from collections.abc import Iterable, Iterator, Sequence

from bot.domain.draft import RECEIVER, SENDER, Blank, Draft, Party, Spot
from bot.parsing.phones import readable
from bot.store.drafts import OpenDraft
from bot.texts import pagination
from bot.texts.days import written_day
from bot.texts.dispatcher.draft_questions import step
from bot.texts.dispatcher.input_errors import InputError, problem_lines
from bot.texts.html import Html, dotted, joined
from bot.texts.message import Button, Message, Row, Rows, Style, in_rows
from bot.texts.words import Words, phrase

CHOOSE_A_BUTTON = phrase("Tap what you want to change, or <b>Create</b>.")
SAY_WHICH = phrase(
    "Several orders are open: tap the number of the one that you mean, and say it again."
)
PER_PAGE = 10

_IN_A_ROW = 5
_GUESSED = "🔎"
_OF_PARTY = (*SENDER, Blank.TO_NAME, Blank.TO_PHONE, Blank.TO_ADDRESS)
_PHONES = {Blank.FROM_PHONE, Blank.TO_PHONE}


def summary(
    say: Words,
    opened: OpenDraft,
    alike: Sequence[str] = (),
    *,
    above: Html | None = None,
    problems: Iterable[InputError] = (),
    page: int = 1,
) -> Message:
    """Show the draft in hand or all of them, with buttons that change each part.

    `alike` has for each draft the number of an existing order that is the same, or "".
    """
    alike = alike or [""] * len(opened.drafts)
    if opened.shows_all:
        return _overview(say, opened, alike, above or Html(), problems, page)
    draft, made_already = opened.draft, alike[opened.number]
    rider = draft.rider.name if draft.rider and draft.rider.uuid else ""
    return Message.of(
        above or Html(),
        problem_lines(say, problems),
        say("♻️ This looks like <b>order {order}</b>, which is made already.", order=made_already)
        if made_already
        else Html(),
        say("🆕 <b>New delivery: is everything right?</b>"),
        say("📷 With a picture") if draft.picture else Html(),
        _sender(say, draft),
        *(_receiver(say, draft, number) for number in range(len(draft.receivers))),
        say("Each receiver gets a delivery of their own, each for the fee below.")
        if len(draft.receivers) > 1
        else Html(),
        say("💰 {fee}", fee="?" if draft.fee is None else draft.fee),
        say("🛵 {name}", name=rider) if rider else say("🛵 No rider yet"),
        _day(say, draft),
        say("🏠 Pickup is our shop") if draft.is_own else Html(),
        say("✉️ The receiver gets a text message")
        if draft.send_sms
        else say("✉️ The receiver gets only the code"),
        _to_compare(say, [draft]),
        rows=_summary_rows(say, opened, alike),
    )


def understood(say: Words, opened: OpenDraft) -> Html:
    """Show what was read of one or several orders, before asking for more."""
    if opened.is_one_of_several:
        drafts = tuple(enumerate(opened.drafts))[:PER_PAGE]
        lines = [_line(say, number, draft, opened) for number, draft in drafts]
        return joined([_common_sender(say, opened.drafts), *lines])
    draft = opened.draft
    return joined(
        [
            _sender(say, draft) if draft.sender != Party() else Html(),
            *(_receiver(say, draft, number) for number in range(len(draft.receivers))),
            say("💰 {fee}", fee=draft.fee) if draft.fee is not None else Html(),
        ]
    )


def _to_compare(say: Words, drafts: Iterable[Draft]) -> Html:
    """Ask the dispatcher to check guesses before the order is created."""
    if not any(draft.guessed for draft in drafts):
        return Html()
    return say("🔎 Please check the marked ones.")


def _sender(say: Words, draft: Draft) -> Html:
    return say("📍 <b>From</b>: {who}", who=_who(say, draft, SENDER) or "?")


def _who(say: Words, draft: Draft, blanks: Iterable[Blank], number: int = 0) -> Html:
    return say.listed(text for text in _party(draft, blanks, number) if text)


def _party(draft: Draft, blanks: Iterable[Blank], number: int = 0) -> Iterator[str]:
    """Yield a party's name, phone and address, marking those that were guessed."""
    for blank in blanks:
        # Items and the like are written in lines of their own.
        if blank in _OF_PARTY:
            spot = Spot(blank, number)
            value = str(draft.value(spot))
            text = readable(value) if blank in _PHONES else value
            yield f"{_GUESSED} {text}" if text and spot in draft.guessed else text


def _receiver(say: Words, draft: Draft, number: int) -> Html:
    receiver, mark = draft.receivers[number], _item_mark(draft, number)
    items = []
    for item in receiver.items or ():
        text = say(
            phrase("🎁 {quantity} × {description} · {value}")
            if item.value
            else phrase("🎁 {quantity} × {description}"),
            quantity=item.quantity,
            description=item.description,
            value=item.value,
        )
        items.append(Html(f"{mark}{text}"))
    return joined(
        [
            say("🏁 <b>To</b>: {who}", who=_who(say, draft, RECEIVER, number) or "?"),
            *items,
            *_at_door(say, draft, number),
            say("📝 {note}", note=receiver.note) if receiver.note else Html(),
            *(say("❓ Not understood: “{words}”", words=words) for words in receiver.left),
        ]
    )


def _at_door(say: Words, draft: Draft, number: int) -> Iterator[Html]:
    """Yield the amount to collect for the goods, and what it is paid with."""
    receiver = draft.receivers[number]
    if receiver.goods:
        goods = say("💵 {amount} for the goods, at the door", amount=f"{receiver.goods:f}")
        is_guessed = Spot(Blank.GOODS, number) in draft.guessed
        yield Html(f"{_GUESSED} {goods}") if is_guessed else goods
    if receiver.pays_with:
        yield say("🪙 Pays with {amount}", amount=f"{receiver.pays_with:f}")


def _item_mark(draft: Draft, number: int) -> str:
    return f"{_GUESSED} " if Spot(Blank.ITEMS, number) in draft.guessed else ""


def _day(say: Words, draft: Draft) -> Html:
    if draft.day is None:
        return Html()
    return say("🗓 For {day}", day=written_day(say, draft.day))


def _summary_rows(say: Words, opened: OpenDraft, alike: Sequence[str]) -> Rows:
    draft = opened.draft
    sender = Button(label=say.label("Sender"), data=_ask(Blank.FROM_NAME))
    fee = Button(label=say.label("Fee"), data=_ask(Blank.FEE))
    rider = Button(label=say.label("Rider"), data=_ask(Blank.RIDER))
    text = say.label("No text message") if draft.send_sms else say.label("With text message")
    sms = Button(label=text, data=step("sms", "", 0 if draft.send_sms else 1))
    more = Button(label=say.label("➕ Another address"), data=step("more"))
    day = Button(label=say.label("Day"), data=_ask(Blank.DAY))
    whose = say.label("Pickup elsewhere") if draft.is_own else say.label("Pickup is our shop")
    own = Button(label=whose, data=step("own", "", 0 if draft.is_own else 1))
    receivers = (
        row for number in range(len(draft.receivers)) for row in _receiver_rows(say, draft, number)
    )
    picture = Button(label=say.label("📷 Show the picture"), data=step("picture"))
    if opened.is_one_of_several:
        # Several orders are created together, from the list that shows all of them.
        ahead, ahead_step = say.label("⬅️ All orders"), step("all")
        away, away_step = say.label("Leave this one out"), step("out")
    else:
        is_made = bool(alike[opened.number])
        ahead = say.label("♻️ Create it once more") if is_made else say.label("✅ Create")
        # The digest binds the button to the content shown, so a later change is not created.
        ahead_step = step("confirm", opened.digest)
        away, away_step = say.label("Discard"), step("stop")
    return (
        (Button(label=ahead, data=ahead_step, style=Style.GOOD),),
        (sender, fee, rider),
        *receivers,
        (more, sms),
        (day, own),
        (picture,) if draft.picture else (),
        (Button(label=away, data=away_step, style=Style.BAD),),
    )


def _receiver_rows(say: Words, draft: Draft, number: int) -> Iterator[Row]:
    receiver = draft.receivers[number]
    name = receiver.name
    is_one = len(draft.receivers) == 1
    who = say.label("Receiver") if is_one else say.label("Receiver {name}", name=name)
    items = say.label("Items") if is_one else say.label("Items of {name}", name=name)
    note = say.label("Note") if is_one else say.label("Note for {name}", name=name)
    yield (
        Button(label=who, data=_ask(Blank.TO_NAME, number)),
        Button(label=items, data=_ask(Blank.ITEMS, number)),
        Button(label=note, data=_ask(Blank.NOTE, number)),
    )
    goods = say.label("Goods' price") if is_one else say.label("Goods' price of {name}", name=name)
    yield (
        Button(label=goods, data=_ask(Blank.GOODS, number)),
        Button(label=say.label("Pays with…"), data=_ask(Blank.PAYS_WITH, number)),
    )
    if receiver.left:
        label = say.label("📝 Tell the rider what was not understood")
        yield (Button(label=label, data=step("words", Blank.NOTE, number)),)


def _ask(blank: Blank, number: int = 0) -> str:
    return step("ask", blank, number)


def _overview(
    say: Words,
    opened: OpenDraft,
    alike: Sequence[str],
    above: Html,
    problems: Iterable[InputError],
    page: int,
) -> Message:
    """Show a page of all drafts, each with what it lacks."""
    drafts = opened.drafts
    shown = pagination.cut(tuple(enumerate(drafts)), page, PER_PAGE)
    numbers = [
        Button(label=str(number + 1), data=step("look", "", number)) for number, _ in shown.items
    ]
    turn = pagination.page_buttons(say, shown, lambda number: step("list", "", number))
    stop = Button(label=say.label("Discard all"), data=step("stop"), style=Style.BAD)
    return Message.of(
        above,
        problem_lines(say, problems),
        say.many(
            "🆕 <b>{count} order: is everything right?</b>",
            "🆕 <b>{count} orders: is everything right?</b>",
            count=len(drafts),
        ),
        _common_sender(say, drafts),
        *(_line(say, number, draft, opened, alike[number]) for number, draft in shown.items),
        pagination.page_line(say, shown),
        _to_compare(say, drafts),
        rows=(
            *_rows_to_go_on(say, opened, alike),
            *in_rows(numbers, _IN_A_ROW),
            *turn,
            (stop,),
        ),
    )


def _common_sender(say: Words, drafts: tuple[Draft, ...]) -> Html:
    if not _is_common(drafts) or drafts[0].sender == Party():
        return Html()
    return _sender(say, drafts[0])


def _is_common(drafts: tuple[Draft, ...]) -> bool:
    return all(draft.sender == drafts[0].sender for draft in drafts)


def _line(say: Words, number: int, draft: Draft, opened: OpenDraft, alike: str = "") -> Html:
    """Return the line of one order: all data for its creation, and what is missing."""
    parts = [Html() if _is_common(opened.drafts) else say.value(draft.sender.name or "?")]
    for at, receiver in enumerate(draft.receivers):
        items = say.listed(f"{item.quantity} × {item.description}" for item in receiver.items or ())
        parts += [
            say.listed(text or "?" for text in _party(draft, RECEIVER, at)),
            Html(f"{_item_mark(draft, at)}{items}") if items else items,
            *_at_door(say, draft, at),
            say("📝 {note}", note=receiver.note) if receiver.note else Html(),
            Html("❓") if receiver.left else Html(),
        ]
    rider = draft.rider.name if draft.rider and draft.rider.uuid else ""
    parts += [
        say("💰 {fee}", fee="?" if draft.fee is None else draft.fee),
        say("🛵 {name}", name=rider) if rider else Html(),
        _day(say, draft),
    ]
    marks = "⚠️ " if draft.first_blank() is not None else ""
    if draft.picture:
        marks += "📷 "
    if alike:
        marks += f"♻️ = {say.value(alike)} · "
    return Html(f"{marks}<b>{number + 1}.</b> {dotted(*parts)}")


def _rows_to_go_on(say: Words, opened: OpenDraft, alike: Sequence[str]) -> Rows:
    """Return the buttons to create all orders, or first to complete or leave out incomplete ones.

    Orders that exist already are left out unless somebody wants them once more.
    """
    lacking, count = opened.incomplete, len(opened.drafts)
    if not lacking:
        label = say.label("✅ Create all {count}", count=count)
        create = Button(label=label, data=step("confirm", opened.digest), style=Style.GOOD)
        # `alike` has a number for each order that exists already, and an empty text for the others.
        again = count - alike.count("")
        if not again:
            return ((create,),)
        create = Button(
            label=say.label("♻️ Create all {count}, {again} once more", count=count, again=again),
            data=step("confirm", opened.digest),
        )
        if again == count:
            return ((create,),)
        label = say.label("✅ Only the {count} that are new", count=count - again)
        return ((Button(label=label, data=step("only_new"), style=Style.GOOD),), (create,))
    fill = Button(label=say.label("✍️ Fill in what is missing"), data=step("fill"), style=Style.MAIN)
    if lacking == count:
        return ((fill,),)
    label = say.label("Leave out {count} with ⚠️", count=lacking)
    return ((fill,), (Button(label=label, data=step("only_complete")),))
