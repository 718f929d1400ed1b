"""/new: make deliveries question by question or from pasted text, and confirm them."""

import re
from dataclasses import replace

from bot.actions import effect_keys, request_queue
from bot.actions.access import Action
from bot.actions.dispatcher import rider_picker
from bot.actions.dispatcher.drafts import usual
from bot.actions.dispatcher.drafts.alike import made_already
from bot.actions.dispatcher.drafts.answers import Filled, answer
from bot.actions.dispatcher.drafts.from_written import taken_in
from bot.actions.dispatcher.drafts.habits import keep_habit, layouts_learnt
from bot.actions.dispatcher.drafts.steps import spread, stepped, with_rider
from bot.actions.dispatcher.drafts.to_request import as_requests
from bot.actions.dispatcher.drafts.values import read as read_value
from bot.actions.fleet_requests.create_delivery import CreateDelivery
from bot.base.database.transaction import Transaction
from bot.chat.dispatcher import draft_dialog
from bot.chat.dispatcher.pasted_orders import may_hold_order, said_of_draft, take_orders
from bot.chat.dispatcher.written_orders import in_thread, orders_in
from bot.chat.fleet_answer import asking_the_fleet
from bot.chat.handler import Answer, Button, Command, as_typed
from bot.chat.turn import Turn
from bot.domain.draft import AMOUNTS, Blank, Draft, Party, Spot
from bot.identifiers import RiderUuid
from bot.parsing.intents.reader import read as read_intents
from bot.parsing.orders.reader import read_orders
from bot.parsing.orders.written_order import WrittenOrder
from bot.store import dialogs, habits
from bot.store.drafts import OpenDraft
from bot.texts import pagination, toasts
from bot.texts.callbacks import Verb
from bot.texts.cards import order_picture
from bot.texts.dispatcher import habits as habit_texts
from bot.texts.dispatcher import new_delivery as texts
from bot.texts.dispatcher.draft_questions import introduction
from bot.texts.dispatcher.draft_summary import CHOOSE_A_BUTTON, SAY_WHICH
from bot.texts.dispatcher.input_errors import InputError
from bot.texts.dispatcher.rider_picker import said_after
from bot.texts.words import phrase

_HAS_PHONE = re.compile(r"\d{7}|\+\d")
_PARTIES = {Blank.FROM_NAME, Blank.TO_NAME}
_AT_ONCE = {"unlearn", "stop", "picture"}


async def new(turn: Turn) -> None:
    pasted = turn.argument_as_written
    if pasted:
        await take_orders(turn, await orders_in(turn, pasted), text=pasted)
        return
    opened = OpenDraft(draft=Draft(), asked=Spot(Blank.FROM_NAME))
    first = introduction(turn.say, await draft_dialog.shown(turn, opened))

    def ask_first(tx: Transaction) -> None:
        draft_dialog.ask(tx, turn, opened)
        turn.reply(tx, first)

    await turn.settle(ask_first)


async def begin(turn: Turn) -> None:
    """Ask the first question for a button, as the command does."""
    await as_typed(turn, NEW)


async def answered(turn: Turn) -> None:
    opened, text = OpenDraft.read(turn.dialog), turn.text
    if opened is None:
        await turn.answer(texts.OVER)
        return
    if await said_of_draft(turn, opened):
        return
    asked = opened.asked
    if asked is None:
        hint = SAY_WHICH if opened.shows_all else CHOOSE_A_BUTTON
        await draft_dialog.go_on(turn, opened, above=turn.say(hint))
    elif asked.blank in {Blank.DAY, Blank.FROM_EMAIL}:
        is_day = asked.blank is Blank.DAY
        value = (
            draft_dialog.day_to_come(turn, text) if is_day else read_value(asked.blank, text, "")
        )
        if isinstance(value, InputError):
            await draft_dialog.go_on(turn, opened, [value])
            return
        changed = opened.changed(opened.draft.filled(Spot(asked.blank), value))
        await draft_dialog.go_on(turn, changed.with_next_question())
    elif asked.blank is Blank.RIDER:
        await draft_dialog.took(turn, opened, Filled(opened.draft, rider=text))
    else:
        await draft_dialog.took(turn, opened, await _answer(turn, opened.draft, asked, text))


async def _answer(turn: Turn, draft: Draft, asked: Spot, text: str) -> Filled:
    """Take an answer; one line may hold a party's name, number and address."""
    if asked.blank in _PARTIES and len(text.splitlines()) == 1:
        orders = read_orders(text, await draft_dialog.country(turn))
        order = orders[0] if len(orders) == 1 else WrittenOrder()
        party = order.receiver if order.receiver != Party() else order.sender
        # A line with only a name is a plain answer.
        if party.name and (party.phone or party.address):
            if asked.blank is Blank.FROM_NAME:
                order = replace(order, sender=party, receiver=Party())
            else:
                order = replace(order, sender=Party(), receiver=party)
            return taken_in(draft, asked.receiver, order)
    currency = await draft_dialog.currency(turn) if asked.blank in AMOUNTS else ""
    return answer(draft, asked, text, await draft_dialog.dialling_code(turn), currency)


def is_answer(turn: Turn) -> bool:
    """Tell whether a message answers the form, rather than meaning something else."""
    if not may_hold_order(turn.message):
        return False
    opened = OpenDraft.read(turn.dialog)
    if opened is None or opened.asked is None or not turn.message.text:
        return True
    if _HAS_PHONE.search(turn.text):
        return True
    # Words that mean exactly one thing, as "riders" does, are a command.
    reading = read_intents(turn.text, turn.person.language)
    return all(left > 0 for left in reading.intents.values())


async def step(turn: Turn) -> None:
    name, what, number = turn.tokens()
    opened = await turn.context.database.read(OpenDraft.current, turn.person.user_id)
    if name == "confirm":
        await _confirm(turn, opened, what)
    elif opened is None or name in _AT_ONCE:
        await turn.settle(_step_at_once, turn, opened, name, what)
    else:
        changed = await _known(turn, opened, name, what, number)
        changed = changed or stepped(opened, name, what, number)
        page = pagination.asked(number) if name in {"page", "list"} else 1
        await draft_dialog.go_on_here(turn, changed or opened, page)


def _step_at_once(
    tx: Transaction, turn: Turn, opened: OpenDraft | None, name: str, what: str
) -> None:
    """Take a step that leads to no further question."""
    if name == "unlearn":
        # A habit can be forgotten even after its drafts were made, or are gone.
        habits.forget(tx, what)
        turn.replace(tx, habit_texts.UNLEARNT)
    elif opened is None:
        turn.replace(tx, texts.OVER)
    elif name == "stop":
        dialogs.close(tx, turn.person.user_id)
        turn.replace(tx, texts.DISCARDED)
    elif opened.draft.picture is None:
        turn.stale()
    else:
        turn.reply(tx, order_picture.of_draft(turn.say, opened.draft.picture))


async def _known(
    turn: Turn, opened: OpenDraft, name: str, what: str, number: str
) -> OpenDraft | None:
    """Take a step that uses stored data: a sender, an address, or orders made already.

    Return `None` for any other step.
    """
    at, database = int(number) if number.isdecimal() else 0, turn.context.database
    if name == "usual":
        senders = await database.read(usual.senders)
        # If the list is shorter now than when the button was made, keep the draft's sender.
        party = senders[at].party if at < len(senders) else opened.draft.sender
        return spread(opened, opened.draft.from_sender(party)).with_next_question()
    if name == "known" and what == Blank.TO_ADDRESS and at < len(opened.draft.receivers):
        spot = Spot(Blank.TO_ADDRESS, at)
        customer = await database.read(draft_dialog.known_customer, opened.draft, spot)
        draft = opened.draft.filled(spot, customer.address) if customer else opened.draft
        return opened.changed(draft).with_next_question()
    if name == "only_new":
        alike = await database.read(made_already, opened.drafts)
        return opened.without({at for at, order in enumerate(alike) if order})
    return None


async def choose_rider(turn: Turn) -> None:
    uuid = RiderUuid(turn.objects()[0])
    opened = await turn.context.database.read(OpenDraft.current, turn.person.user_id)
    if opened is None:
        await turn.show(texts.OVER)
        return
    async with asking_the_fleet(turn):
        rider = await turn.context.riders.named(uuid)
        if rider is None:
            turn.stale()
            return
        chosen = with_rider(opened, rider.uuid, rider.name)
        await draft_dialog.go_on_here(turn, chosen.with_next_question())


async def _confirm(turn: Turn, shown: OpenDraft | None, digest: str) -> None:
    """Ask the fleet service, once, for exactly the drafts shown, and learn from corrections."""
    user, drafts = turn.person.user_id, shown.drafts if shown else ()
    learnt = await in_thread(layouts_learnt, shown) if shown else []
    chosen = [draft.rider for draft in drafts]
    riders = dict.fromkeys(rider.uuid for rider in chosen if rider and rider.uuid)
    caveats = [await rider_picker.caveat(turn.context, rider) for rider in riders]

    def create(tx: Transaction) -> None:
        opened = OpenDraft.current(tx, user)
        if opened is None:  # mostly a second press: the message already says what happened
            turn.toast(toasts.QUESTION_OVER)
            return
        if opened.digest != digest or opened.incomplete:
            turn.stale()
            return
        for number, draft in enumerate(as_requests(opened.drafts)):
            key = effect_keys.new_delivery(turn.job.key, number)
            request_queue.enqueue(tx, CreateDelivery(by=user, draft=draft), key)
        dialogs.close(tx, user)
        turn.replace(tx, texts.CREATING)
        for caveat in filter(None, caveats):
            turn.reply(tx, said_after(turn.say, caveat))
        for author, layout in learnt:
            habit = keep_habit(tx, author, layout)
            turn.reply(tx, habit_texts.learnt(turn.say, habit))

    await turn.settle(create)


NEW = Command("new", Action.CREATE_DELIVERY, phrase("make a delivery"), new, is_at_desk=True)
NEW_ORDER = Button(Verb.NEW_ORDER, Action.CREATE_DELIVERY, begin, about=0, is_quiet=True)
NEW_STEP = Button(Verb.NEW_STEP, Action.CREATE_DELIVERY, step, about=0, tokens=3)
NEW_RIDER = Button(Verb.NEW, Action.CREATE_DELIVERY, choose_rider)
NEW_ANSWER = Answer(
    OpenDraft.name,
    Action.CREATE_DELIVERY,
    answered,
    takes_all=True,
    takes_others=True,
    fits=is_answer,
)
