"""What dispatchers read while they make a new delivery."""

import html
from collections.abc import Iterable, Mapping, Sequence

from bot.fleet import Page
from bot.store.drafts import Blank, Draft, DraftItem, DraftReceiver, Party, Spot
from bot.texts.callbacks import Verb, press
from bot.texts.dispatcher.form import as_form, template
from bot.texts.dispatcher.input_errors import InputError, problem_lines
from bot.texts.dispatcher.replies import stopped_trying
from bot.texts.dispatcher.rider_picker import Candidate, roster_rows
from bot.texts.html import Html, joined
from bot.texts.message import Button, FixedMessage, Message, Rows, Style
from bot.texts.phones import readable
from bot.texts.reasons import why
from bot.texts.words import Words, phrase

_COPIED_AT_MOST = 256  # Bot API, CopyTextButton

_QUESTIONS: Mapping[Blank, str] = {
    Blank.FROM_NAME: phrase(
        "<b>Who sends it?</b> Write name, phone number and address, a line each."
    ),
    Blank.FROM_PHONE: phrase("What is the <b>sender's phone number</b>?"),
    Blank.FROM_ADDRESS: phrase("<b>Where</b> is it to be picked up? Write the address."),
    Blank.TO_NAME: phrase("<b>Who gets it?</b> Write name, phone number and address, a line each."),
    Blank.TO_PHONE: phrase("What is the <b>phone number</b> of {name}?"),
    Blank.TO_ADDRESS: phrase("<b>Where</b> does {name} get it? Write the address."),
    Blank.ITEMS: phrase(
        "<b>What</b> does {name} get? A line each, with the value of one:"
        " <code>2 x Jollof rice 3000</code>"
    ),
    Blank.FEE: phrase("What is the <b>delivery fee</b>? Write a whole number, such as 1500."),
    Blank.RIDER: phrase("<b>Who brings it?</b>"),
}

_NO_LIST = phrase("I cannot read the list of riders right now. Go on without one, or write a name.")
CHOOSE_A_BUTTON = phrase("Tap what you want to change, or <b>Create</b>.")
OVER = FixedMessage("This form is over. /new begins another one.")
DISCARDED = FixedMessage("🗑 Nothing was created.")
CREATING = FixedMessage("⏳ Creating, not confirmed yet.")


def step(name: str, what: str = "", number: int = 0) -> str:
    return press(Verb.NEW_STEP, tokens=(name, what, number))


def question(
    say: Words,
    draft: Draft,
    spot: Spot,
    *,
    problems: Iterable[InputError] = (),
    usual: Party | None = None,
    riders: Page[Candidate] | None = None,
) -> Message:
    """Ask for a blank; `usual` is the sender who can be taken, `riders` those to choose from."""
    name = draft.receivers[spot.receiver].name
    rows = {
        Blank.FROM_NAME: _usual_sender(say, usual),
        Blank.TO_NAME: _without_receiver(say, draft, spot),
        Blank.ITEMS: ((Button(label=say.label("No list"), data=_none(spot)),),),
        Blank.RIDER: _riders(say, riders, spot),
    }
    return Message.of(
        problem_lines(say, problems),
        say(_QUESTIONS[spot.blank], name=name),
        say(_NO_LIST) if spot.blank is Blank.RIDER and riders is None else Html(),
        rows=rows.get(spot.blank, ()),
    )


def introduction(say: Words, first: Message) -> Message:
    form = template(say)
    hint = say("Or send all at once: tap below to copy a form, fill it in and send it.")
    copy = Button(label=say.label("Copy the form"), copies=form)
    fits = len(form) <= _COPIED_AT_MOST
    return Message.of(
        say("🆕 <b>New delivery.</b> /cancel leaves it."),
        first.html,
        hint if fits else Html(),
        rows=(*first.rows, *(((copy,),) if fits else ())),
    )


def _none(spot: Spot) -> str:
    return step("none", spot.blank, spot.receiver)


def _usual_sender(say: Words, usual: Party | None) -> Rows:
    if usual is None:
        return ()
    label = say.label("{name}, {address}", name=usual.name, address=usual.address)
    return ((Button(label=label, data=step("usual")),),)


def _without_receiver(say: Words, draft: Draft, spot: Spot) -> Rows:
    if len(draft.receivers) == 1:
        return ()
    label = say.label("Leave this receiver out")
    return ((Button(label=label, data=step("drop", "", spot.receiver)),),)


def _riders(say: Words, riders: Page[Candidate] | None, spot: Spot) -> Rows:
    nobody = (Button(label=say.label("No rider yet"), data=_none(spot)),)
    if riders is None:
        return (nobody,)
    listed = roster_rows(
        say, riders, lambda uuid: press(Verb.NEW, uuid), lambda page: step("page", "", page)
    )
    return (*listed, nobody)


def summary(
    say: Words, draft: Draft, *, above: Html | None = None, problems: Iterable[InputError] = ()
) -> Message:
    """Show a whole draft, with buttons that change each part of it."""
    return Message.of(
        above or Html(),
        problem_lines(say, problems),
        say("🆕 <b>New delivery: is everything right?</b>"),
        _party(say, phrase("📍 <b>From</b>: {who}"), draft.sender),
        *(_receiver(say, receiver) for receiver in draft.receivers),
        _several(say, draft),
        say("💰 {fee}", fee=draft.fee),
        _rider(say, draft),
        say("✉️ The receiver gets a text message")
        if draft.send_sms
        else say("✉️ No text message to the receiver beside the code"),
        rows=_summary_rows(say, draft),
    )


def _party(say: Words, line: str, party: Party) -> Html:
    known = (party.name, readable(party.phone), party.address)
    return say(line, who=say.listed(text for text in known if text))


def _receiver(say: Words, receiver: DraftReceiver) -> Html:
    to = _party(say, phrase("🏁 <b>To</b>: {who}"), receiver)
    return joined([to, *(_item(say, item) for item in receiver.items or ())])


def _item(say: Words, item: DraftItem) -> Html:
    return say(
        "🎁 {quantity} × {description} · {value}",
        quantity=item.quantity,
        description=item.description,
        value=item.value,
    )


def _several(say: Words, draft: Draft) -> Html:
    if len(draft.receivers) == 1:
        return Html()
    return say("Each receiver gets a delivery of their own, each for the fee below.")


def _rider(say: Words, draft: Draft) -> Html:
    if draft.rider is None or draft.rider.uuid is None:
        return say("🛵 No rider yet")
    return say("🛵 {name}", name=draft.rider.name)


def _summary_rows(say: Words, draft: Draft) -> Rows:
    confirm = Button(
        label=say.label("✅ Create"), data=step("confirm", draft.digest), style=Style.GOOD
    )
    sender = Button(label=say.label("Sender"), data=_ask(Blank.FROM_NAME))
    fee = Button(label=say.label("Fee"), data=_ask(Blank.FEE))
    rider = Button(label=say.label("Rider"), data=_ask(Blank.RIDER))
    text = say.label("No text message") if draft.send_sms else say.label("With text message")
    sms = Button(label=text, data=step("sms", "no" if draft.send_sms else "yes"))
    more = Button(label=say.label("One more receiver"), data=step("more"))
    stop = Button(label=say.label("Discard"), data=step("stop"), style=Style.BAD)
    receivers = (_receiver_row(say, draft, number) for number in range(len(draft.receivers)))
    return ((confirm,), (sender, fee, rider), *receivers, (more, sms), (stop,))


def _receiver_row(say: Words, draft: Draft, number: int) -> tuple[Button, ...]:
    name = draft.receivers[number].name
    who = say.label("Receiver {name}", name=name) if len(draft.receivers) > 1 else ""
    items = say.label("Items of {name}", name=name) if who else say.label("Items")
    return (
        Button(label=who or say.label("Receiver"), data=_ask(Blank.TO_NAME, number)),
        Button(label=items, data=_ask(Blank.ITEMS, number)),
    )


def _ask(blank: Blank, number: int = 0) -> str:
    return step("ask", blank, number)


def created(say: Words, orders: Sequence[str]) -> Message:
    return Message.of(
        say.many(
            "✅ Order {orders} was created.",
            "✅ {count} orders were created: {orders}.",
            count=len(orders),
            orders=say.listed(orders),
        )
    )


def refused(say: Words, reason: str) -> Html:
    """Tell that the fleet service did not make it, above the form to put right."""
    head = say("❌ Nothing was created. {reason}", reason=why(say, reason))
    return joined([head, say("Change what is wrong, then try again:")])


def lost(say: Words) -> Html:
    """Tell that nobody knows whether it was made: no answer came, and nothing is there."""
    head = say("⚠️ The fleet service did not answer, and I find no such delivery there.")
    return joined(
        [head, say("Most likely nothing was created. If /deliveries does not show it, try again:")]
    )


def not_shown(say: Words, reason: str) -> Html:
    """Tell that nobody knows whether it was made, because the question was refused."""
    head = say("⚠️ I cannot see whether this was created. {reason}", reason=why(say, reason))
    return joined([head, say("If /deliveries does not show it, send this form again:")])


def given_up(say: Words) -> Html:
    head = stopped_trying(say)
    return joined(
        [head, say("If /deliveries does not show the delivery later, send this form again:")]
    )


def form_again(say: Words, draft: Draft, above: Html) -> Message:
    form = html.escape(as_form(say, draft), quote=False)
    return Message.of(above, Html(f"<pre>{form}</pre>"))


def unclear(say: Words, found: Sequence[tuple[str, str]], wanted: int) -> Message:
    """Tell that what is there is not exactly what was asked for: (order number, uuid)."""
    buttons = tuple(
        (say.button("Order {order}", Verb.SHOW, uuid, order=order),) for order, uuid in found
    )
    return Message.of(
        say("⚠️ The fleet service did not answer when I asked it to create this."),
        say.many(
            "{count} delivery like it has appeared since; it should have been {wanted}.",
            "{count} deliveries like it have appeared since; it should have been {wanted}.",
            count=len(found),
            wanted=wanted,
        ),
        say("Please look at them before you create anything again."),
        rows=buttons,
    )
