"""/new: a delivery is made, question by question or with one form, and confirmed."""

from collections.abc import Iterable

from bot.actions import request_queue
from bot.actions.access import Action
from bot.actions.dispatcher import rider_picker
from bot.actions.dispatcher.drafting.form import Book, Filled, answer, is_form, read_form
from bot.actions.dispatcher.drafting.steps import stepped, with_rider, with_sender
from bot.actions.dispatcher.drafting.values import country_of
from bot.actions.fleet_requests.create_delivery import CreateDelivery
from bot.base.transaction import Transaction
from bot.chat.asking import asking_the_fleet
from bot.chat.handler import Answer, Button, Command
from bot.chat.turn import Turn, settled
from bot.fleet import FleetError
from bot.identifiers import RiderUuid
from bot.store import dialogs, preferences
from bot.store.drafts import Blank, Draft, OpenDraft, Party, Spot
from bot.store.preferences import Preference
from bot.texts import paging, toasts
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import form
from bot.texts.dispatcher import new_delivery as texts
from bot.texts.dispatcher.input_errors import InputError, Wrong
from bot.texts.dispatcher.rider_picker import PER_PAGE, Candidate, Caveat, said_after
from bot.texts.message import Message
from bot.texts.words import phrase


async def new(turn: Turn) -> None:
    lines = (turn.meant or turn.message.text or "").split(maxsplit=1)[1:]
    if lines:
        await _take_form(turn, lines[0])
        return
    usual = await _usual_sender(turn)
    opened = OpenDraft(draft=Draft(), asked=Spot(Blank.FROM_NAME))
    first = texts.question(turn.say, opened.draft, Spot(Blank.FROM_NAME), usual=usual)

    def ask_first(tx: Transaction) -> None:
        opened.ask(tx, turn.person.user_id)
        turn.reply(tx, texts.introduction(turn.say, first))

    await turn.settle(ask_first)


async def _take_form(turn: Turn, text: str) -> None:
    usual = await _usual_sender(turn)
    filled = read_form(Draft(), text, _book(turn, usual))
    if usual is not None and filled.draft.sender == Party():
        opened = with_sender(filled.draft, usual)
        filled = Filled(opened.draft, filled.problems, filled.rider)
    await _go_on(turn, filled)


async def answered(turn: Turn) -> None:
    opened, text = OpenDraft.read(turn.dialog), turn.message.text or ""
    if opened is None:
        await turn.answer(texts.OVER)
        return
    book = _book(turn, await _usual_sender(turn))
    draft, asked = opened.draft, opened.asked
    if is_form(text, book):
        await _go_on(turn, read_form(draft, text, book))
    elif asked is None:
        hint = turn.say(texts.CHOOSE_A_BUTTON)
        await turn.answer(texts.summary(turn.say, draft, above=hint))
    elif asked.blank is Blank.RIDER:
        await _go_on(turn, Filled(draft, rider=text))
    else:
        await _go_on(turn, answer(draft, asked, text, book))


def _book(turn: Turn, usual: Party | None) -> Book:
    country = country_of(usual.phone) if usual else ""
    return Book(form.labels(turn.say), form.choices(turn.say), country)


async def _usual_sender(turn: Turn) -> Party | None:
    kept = await turn.context.database.read(preferences.get, Preference.SENDER)
    return Party.model_validate_json(kept) if kept else None


async def _go_on(turn: Turn, filled: Filled) -> None:
    """Ask for what is missing, or show everything."""
    draft, problems = filled.draft, filled.problems
    if filled.rider is not None:
        found = _named(await _candidates(turn) or (), filled.rider)
        if found is None:
            problems = (*problems, InputError(filled.rider, Wrong.RIDER))
        else:
            draft = with_rider(draft, found.uuid, found.name).draft
    opened = OpenDraft(draft=draft, asked=draft.first_blank())
    message = await _shown(turn, opened, problems=problems)

    def ask_next(tx: Transaction) -> None:
        opened.ask(tx, turn.person.user_id)
        turn.reply(tx, message)

    await turn.settle(ask_next)


async def _candidates(turn: Turn) -> list[Candidate] | None:
    """Return who can be chosen; `None` if the fleet service does not say, for that can wait."""
    try:
        return await rider_picker.candidates(turn.context)
    except FleetError:
        return None


def _named(candidates: Iterable[Candidate], name: str) -> Candidate | None:
    """Return the one rider who is called so, or whose name alone contains it."""
    wanted = name.strip().casefold()
    exact = [one for one in candidates if one.name.casefold() == wanted]
    similar = [one for one in candidates if wanted and wanted in one.name.casefold()]
    found = exact or similar
    return found[0] if len(found) == 1 else None


async def _shown(
    turn: Turn, opened: OpenDraft, *, problems: Iterable[InputError] = (), page: int = 1
) -> Message:
    say, draft, asked = turn.say, opened.draft, opened.asked
    if asked is None:
        return texts.summary(say, draft, problems=problems)
    candidates = await _candidates(turn) if asked.blank is Blank.RIDER else None
    riders = None if candidates is None else paging.cut(candidates, page, PER_PAGE)
    usual = await _usual_sender(turn)
    return texts.question(say, draft, asked, problems=problems, usual=usual, riders=riders)


async def step(turn: Turn) -> None:
    name, what, number = turn.tokens()
    opened = await turn.context.database.read(OpenDraft.current, turn.person.user_id)
    if name == "confirm":
        await _confirm(turn, what, await _caveat(turn, opened))
    elif opened is None:
        await turn.show(texts.OVER)
    elif name == "stop":
        await _discard(turn)
    elif name == "usual":
        sender = await _usual_sender(turn) or opened.draft.sender
        await _change(turn, with_sender(opened.draft, sender))
    else:
        changed = stepped(opened.draft, name, what, number)
        page = paging.asked(number) if name == "page" else 1
        await _change(turn, changed or opened, page)


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
        await _change(turn, with_rider(opened.draft, rider.uuid, rider.name))


async def _change(turn: Turn, opened: OpenDraft, page: int = 1) -> None:
    """Keep the draft as it is now, and show in place of the button what comes next."""
    if opened.asked is None:
        opened = OpenDraft(draft=opened.draft, asked=opened.draft.first_blank())
    message = await _shown(turn, opened, page=page)

    def change(tx: Transaction) -> None:
        opened.ask(tx, turn.person.user_id)
        turn.replace(tx, message)

    await turn.settle(change)


@settled
def _discard(tx: Transaction, turn: Turn) -> None:
    dialogs.close(tx, turn.person.user_id)
    turn.replace(tx, texts.DISCARDED)


async def _caveat(turn: Turn, opened: OpenDraft | None) -> Caveat | None:
    """Return what must be said of the rider of a draft, if there is one."""
    rider = opened.draft.rider if opened else None
    uuid = rider.uuid if rider else None
    return await rider_picker.caveat(turn.context, uuid) if uuid else None


@settled
def _confirm(tx: Transaction, turn: Turn, digest: str, caveat: Caveat | None) -> None:
    """Ask the fleet service for exactly what was shown, once."""
    user = turn.person.user_id
    opened = OpenDraft.current(tx, user)
    if opened is None:  # pressed twice, mostly: what the message says now stays true
        turn.toast(toasts.QUESTION_OVER)
    elif opened.draft.digest != digest or opened.draft.first_blank():
        turn.stale()
    else:
        request = CreateDelivery(by=user, draft=opened.draft)
        request_queue.enqueue(tx, request, turn.job.key)
        dialogs.close(tx, user)
        turn.replace(tx, texts.CREATING)
        if caveat is not None:
            turn.reply(tx, said_after(turn.say, caveat))


NEW = Command("new", Action.CREATE_DELIVERY, phrase("make a delivery"), new)
NEW_STEP = Button(Verb.NEW_STEP, Action.CREATE_DELIVERY, step, about=0, tokens=3)
NEW_RIDER = Button(Verb.NEW, Action.CREATE_DELIVERY, choose_rider)
NEW_ANSWER = Answer(OpenDraft.name, Action.CREATE_DELIVERY, answered)
