"""A photo that a rider sends unasked: mostly of a hand-over, or else for the dispatcher."""

from bot.actions import conversations
from bot.actions.access import Action
from bot.actions.rider import code_questions, door_photos
from bot.actions.rider.codes import Stage
from bot.actions.rider.door_photos import PhotoQuestion
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button, Handler
from bot.chat.own_words import own_words
from bot.chat.turn import Turn, settled
from bot.domain.known_delivery import DeliveryRow
from bot.fleet import PhotoStage
from bot.store import deliveries, dialogs
from bot.store import door_photos as kept
from bot.texts.callbacks import Verb
from bot.texts.message import Picture
from bot.texts.order_lines import order_label
from bot.texts.rider import door_photos as texts


async def photo_sent(turn: Turn) -> bool:
    """Ask what a photo shows; `False` if it can show no hand-over, or its caption explains it."""
    message, album = turn.message, turn.message.media_group_id
    if not message.photo:
        return False
    file_id = message.photo[-1].file_id
    asked_for = await turn.context.database.read(_asked_for, turn)
    if asked_for is not None:
        await _keep_asked(turn, asked_for, file_id)
        return True
    opened = PhotoQuestion.read(turn.dialog)
    if opened is not None and album is not None and opened.album == album:
        await _add_to_album(turn, file_id)
        return True
    # A photo does not put another question aside, and one with a caption explains itself. In an
    # album, any photo may have the caption.
    if turn.dialog is not None or (turn.text and album is None):
        return False
    handovers = await turn.context.database.read(door_photos.candidates, turn.person)
    if not handovers:
        return False
    doors, pickups = (
        [(one.row.uuid, order_label(snapshot(one.row))) for one in handovers if one.stage is stage]
        for stage in (PhotoStage.DROPOFF, PhotoStage.PICKUP)
    )

    def ask(tx: Transaction) -> None:
        words = own_words(tx, turn).text
        question = PhotoQuestion(file_id=file_id, album=album, words=words)
        question.ask(tx, turn.person.user_id)
        turn.reply(tx, texts.what_it_shows(turn.say, doors, pickups))

    await turn.settle(ask)
    return True


def _asked_for(tx: Transaction, turn: Turn) -> DeliveryRow | None:
    """Return the delivery for which the rider is asked for a photo with the pickup code."""
    question = code_questions.current(tx, turn.person.user_id)
    if question is None or question.stage is not Stage.PICKUP:
        return None
    is_wanted = kept.is_awaited(tx, question.delivery)
    return deliveries.get(tx, question.delivery) if is_wanted else None


@settled
def _keep_asked(tx: Transaction, turn: Turn, row: DeliveryRow, file_id: str) -> None:
    """Keep the photo of a pickup whose code may still be typed."""
    shown = PhotoQuestion(file_id=file_id, words=own_words(tx, turn).text)
    person, stage = turn.person, PhotoStage.PICKUP
    if door_photos.keep(tx, turn.context, person, row.uuid, stage, shown):
        turn.reply(tx, texts.kept_of_pickup(turn.say, row.order_number))
    else:
        turn.reply(tx, texts.TOO_LATE)


@settled
def _add_to_album(tx: Transaction, turn: Turn, file_id: str) -> None:
    """Keep another photo of an album; the question about the album is already open."""
    question = PhotoQuestion.current(tx, turn.person.user_id)
    if question is not None:
        more = {
            "more": (*question.more, file_id),
            "words": "\n".join(filter(None, (question.words, own_words(tx, turn).text))),
        }
        question.model_copy(update=more).ask(tx, turn.person.user_id)


def _keep(stage: PhotoStage) -> Handler:
    @settled
    def keep(tx: Transaction, turn: Turn) -> None:
        question = PhotoQuestion.current(tx, turn.person.user_id)
        row = deliveries.get(tx, turn.delivery())
        if question is None or row is None:
            turn.replace(tx, texts.TOO_LATE)
        elif door_photos.keep(tx, turn.context, turn.person, row.uuid, stage, question):
            dialogs.close(tx, turn.person.user_id)
            answer = texts.kept if stage is PhotoStage.DROPOFF else texts.kept_of_pickup
            turn.replace(tx, answer(turn.say, row.order_number))
        else:
            turn.replace(tx, texts.TOO_LATE)

    return keep


@settled
def for_staff(tx: Transaction, turn: Turn) -> None:
    question = PhotoQuestion.current(tx, turn.person.user_id)
    if question is None:
        turn.replace(tx, texts.TOO_LATE)
        return
    dialogs.close(tx, turn.person.user_id)
    first, *more = (Picture(file_id=file_id) for file_id in (question.file_id, *question.more))
    conversations.attach_for_staff(tx, turn.person, None, question.words, first, turn.job.key, more)
    is_told = bool(conversations.readers(tx, turn.person.user_id))
    turn.replace(tx, texts.for_staff(turn.say, is_told=is_told))


DOOR_PHOTO = Button(Verb.DOOR_PHOTO, Action.SHOW_HANDOVER, _keep(PhotoStage.DROPOFF), is_quiet=True)
PICKUP_PHOTO = Button(
    Verb.PICKUP_PHOTO, Action.SHOW_HANDOVER, _keep(PhotoStage.PICKUP), is_quiet=True
)
PHOTO_FOR_STAFF = Button(
    Verb.PHOTO_FOR_STAFF, Action.SHOW_HANDOVER, for_staff, about=0, is_quiet=True
)
