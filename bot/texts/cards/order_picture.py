"""The picture in which an order came, for the dispatchers and for its rider."""

from bot.domain.draft import DraftPicture
from bot.store.order_pictures import OrderPicture
from bot.texts.callbacks import Verb
from bot.texts.message import Message, Picture, Row
from bot.texts.words import Words


def picture_row(say: Words, delivery: str, *, has_picture: bool) -> Row:
    return (say.button("📷 Show the picture", Verb.SHOW_PICTURE, delivery),) if has_picture else ()


def of_draft(say: Words, picture: DraftPicture) -> Message:
    return Message.of(
        say("📷 The picture of the new order."),
        attachment=Picture(file_id=picture.file_id, is_file=picture.is_file),
    )


def of_order(say: Words, order: str, picture: OrderPicture) -> Message:
    return Message.of(
        say("📷 In this picture order {order} came.", order=order),
        attachment=Picture(file_id=picture.file_id, is_file=picture.is_file),
    )
