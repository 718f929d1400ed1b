"""Requests by which people act in their chats."""

from collections.abc import Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bot.local_telegram.arguments import read_request
from bot.local_telegram.attachments import check_photo
from bot.local_telegram.choices import ChatChoice, PeopleChoice
from bot.local_telegram.control import bodies
from bot.local_telegram.control.lookup import ChatPlace, Finder, at
from bot.local_telegram.control.message_json import MessageForms
from bot.local_telegram.control.requests import BodyT, NotDone, posted, told
from bot.local_telegram.markup import ReplyKeyboard
from bot.local_telegram.messages import ChatMessage
from bot.local_telegram.refusals import ApiError
from bot.local_telegram.telegram import LocalTelegram
from bot.local_telegram.words import MAX_CAPTION

_CHAT = "/api/users/{user_id}/chats/{chat_id}"


class Acting:
    """The routes by which people write, press, share and send."""

    def __init__(self, telegram: LocalTelegram, forms: MessageForms) -> None:
        self._finder = Finder(telegram)
        self._forms = forms

    def routes(self) -> list[Route]:
        one = "messages/{message_id}"
        return [
            self._act("messages", bodies.Written, self._write, status=201),
            self._act(one, bodies.Rewritten, self._rewrite, method="PATCH"),
            self._act(one, bodies.Nothing, self._take_back, method="DELETE"),
            self._act("press", bodies.ButtonPressed, self._press),
            self._act("key", bodies.KeyPressed, self._press_key),
            self._act("contact", bodies.Nothing, self._share_contact, status=201),
            self._act("location", bodies.SharedPlace, self._share_location, status=201),
            self._act("location/{message_id}", bodies.MovedPlace, self._move),
            self._act("block", bodies.Blocking, self._block),
            self._act("stop", bodies.Nothing, lambda place, _: place.user.stop_draft(place.bot)),
            self._act("vote", bodies.Vote, self._vote),
            self._act("react", bodies.Reaction, self._react),
            Route(f"{_CHAT}/photo", partial(self._send_file, is_photo=True), methods=["POST"]),
            Route(f"{_CHAT}/document", partial(self._send_file, is_photo=False), methods=["POST"]),
        ]

    def _act(
        self,
        path: str,
        body_type: type[BodyT],
        act: Callable[[ChatPlace, BodyT], ChatMessage | None],
        *,
        status: int = 200,
        method: str = "POST",
    ) -> Route:
        """Return the route of an action in a chat; the answer is the message that it returns."""

        def do(request: Request, body: BodyT) -> object:
            message = act(self._finder.place(request), body)
            return None if message is None else self._forms.of(message)

        return posted(f"{_CHAT}/{path}", body_type, do, status=status, method=method)

    def _write(self, place: ChatPlace, body: bodies.Written) -> ChatMessage:
        replied = None if body.reply_to is None else place.message(body.reply_to)
        if body.topic is not None and body.topic not in place.chat.threads:
            raise NotDone(400, f"There is no topic {body.topic} in this chat.")
        return place.user.write(body.text, reply_to=replied, topic=body.topic, **place.where)

    def _rewrite(self, place: ChatPlace, body: bodies.Rewritten) -> ChatMessage:
        message = place.own_message()
        if message.body.attachment is not None:
            raise NotDone(400, "Choose a message of words alone: others have none to change.")
        place.user.edit(message, body.text)
        return message

    def _take_back(self, place: ChatPlace, _: bodies.Nothing) -> None:
        place.user.delete(place.own_message())

    def _press(self, place: ChatPlace, body: bodies.ButtonPressed) -> None:
        message = None if body.message_id is None else place.message(body.message_id)
        if message is not None and body.number is not None:
            button = at([message.rich_buttons], 0, body.number)
        elif message is not None and body.row is not None and body.column is not None:
            button = at(message.buttons, body.row, body.column)
        else:
            place.user.press(body.label or "", message=message, **place.where)
            return
        # The page may show an outdated message: a person means the label that they read.
        if body.label not in {None, button.label}:
            raise NotDone(409, f"{body.label} has given way to {button.label}: look again.")
        place.user.press_button(message, button)

    def _press_key(self, place: ChatPlace, body: bodies.KeyPressed) -> None:
        message = place.chat.keyboard_message
        markup = message.posting.markup if message else None
        if message is None or not isinstance(markup, ReplyKeyboard):
            raise NotDone(400, "There is no keyboard in this chat now: read it again.")
        key = at(markup.rows, body.row, body.column)
        if isinstance(key.choice, ChatChoice):
            if body.group_id is None:
                raise NotDone(400, "Say in “group_id” which group is chosen.")
            group = self._finder.group(place.user, body.group_id)
            place.user.give_group(message, key, group)
        elif isinstance(key.choice, PeopleChoice):
            people = [self._finder.user_by_id(user_id) for user_id in body.user_ids]
            place.user.give_people(message, key, *people)
        else:
            place.user.press_key(message, key, (body.latitude, body.longitude))

    def _share_contact(self, place: ChatPlace, _: bodies.Nothing) -> ChatMessage:
        return place.user.share_contact(**place.where)

    def _share_location(self, place: ChatPlace, body: bodies.SharedPlace) -> ChatMessage:
        return place.user.share_location(**body.model_dump(), **place.where)

    def _move(self, place: ChatPlace, body: bodies.MovedPlace) -> ChatMessage:
        message = place.own_message()
        if body.latitude is None or body.longitude is None or body.stop:
            place.user.stop_sharing(message)
        else:
            place.user.move(message, body.latitude, body.longitude)
        return message

    def _block(self, place: ChatPlace, body: bodies.Blocking) -> None:
        if place.bot is None:
            raise NotDone(400, "Choose a private chat: nobody blocks a group.")
        place.user.block(place.bot, blocked=body.blocked)

    def _vote(self, place: ChatPlace, body: bodies.Vote) -> None:
        place.user.vote(place.message(body.message_id), *body.options)

    def _react(self, place: ChatPlace, body: bodies.Reaction) -> None:
        pictures = () if body.emoji is None else (body.emoji,)
        place.user.react(place.message(body.message_id), *pictures)

    async def _send_file(self, request: Request, *, is_photo: bool) -> Response:
        place = self._finder.place(request)
        with told():
            form = await read_request(request)
        file, caption = form.files.get("file"), form.text("caption")
        if file is None or not file.content:
            raise NotDone(400, "Send a form with a “file” that is not empty.")
        if len(caption) > MAX_CAPTION:
            raise NotDone(400, f"Shorten the caption: it may have {MAX_CAPTION} characters.")
        if is_photo:
            try:
                check_photo(file.content)
            except ApiError as error:
                why = error.description.removeprefix("Bad Request: ")
                raise NotDone(400, f"Send a picture that fits: Telegram says “{why}”.") from error
            sent = place.user.send_photo(file.content, caption=caption, **place.where)
        else:
            sent = place.user.send_document(file.content, file.name, caption=caption, **place.where)
        return JSONResponse(self._forms.of(sent), status_code=201)
