"""What people do in their chats."""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bot.local_telegram.arguments import Arguments, Upload, read_request
from bot.local_telegram.attachments import check_photo
from bot.local_telegram.choices import ChatChoice, PeopleChoice
from bot.local_telegram.control import bodies
from bot.local_telegram.control.finding import Finder, at, path_number
from bot.local_telegram.control.message_json import MessageForms
from bot.local_telegram.control.refused import NotDone, read_json, told
from bot.local_telegram.markup import ReplyKeyboard
from bot.local_telegram.messages import ChatMessage
from bot.local_telegram.refusals import ApiError
from bot.local_telegram.telegram import LocalTelegram
from bot.local_telegram.words import MAX_CAPTION

_CHAT = "/api/users/{user_id}/chats/{chat_id}"
_DONE: dict[str, Any] = {}

Endpoint = Callable[[Request], Awaitable[Response]]


class Acting:
    """Lets people write, press and share."""

    def __init__(self, telegram: LocalTelegram, forms: MessageForms) -> None:
        self._finder = Finder(telegram)
        self._forms = forms

    def routes(self) -> list[Route]:
        posts: dict[str, Endpoint] = {
            "messages": self._write,
            "press": self._press,
            "key": self._press_key,
            "contact": self._share_contact,
            "location": self._share_location,
            "location/{message_id}": self._move,
            "photo": self._send_photo,
            "document": self._send_document,
            "block": self._block,
            "vote": self._vote,
            "react": self._react,
        }
        one = f"{_CHAT}/messages/{{message_id}}"
        return [
            *(Route(f"{_CHAT}/{act}", do, methods=["POST"]) for act, do in posts.items()),
            Route(one, self._rewrite, methods=["PATCH"]),
            Route(one, self._take_back, methods=["DELETE"]),
        ]

    async def _write(self, request: Request) -> Response:
        place, body = self._finder.place(request), await read_json(request, bodies.Written)
        replied = None if body.reply_to is None else place.message(body.reply_to)
        if body.topic is not None and not place.chat.has_thread(body.topic):
            raise NotDone(400, f"There is no topic {body.topic} in this chat.")
        with told():
            written = place.user.write(
                body.text, reply_to=replied, topic=body.topic, chat=place.group, bot=place.bot
            )
        return self._sent(written)

    async def _rewrite(self, request: Request) -> Response:
        place, body = self._finder.place(request), await read_json(request, bodies.Rewritten)
        message = place.own_message(path_number(request, "message_id"))
        if message.body.attachment is not None:
            raise NotDone(400, "Choose a message of words alone: others have none to change.")
        with told():
            place.user.edit(message, body.text)
        return JSONResponse(self._forms.of(message))

    async def _take_back(self, request: Request) -> Response:
        place = self._finder.place(request)
        place.user.delete(place.own_message(path_number(request, "message_id")))
        return JSONResponse(_DONE)

    async def _press(self, request: Request) -> Response:
        place, body = self._finder.place(request), await read_json(request, bodies.ButtonPressed)
        message = None if body.message_id is None else place.message(body.message_id)
        if message is not None and body.number is not None:
            button = at([message.rich_buttons], 0, body.number)
        elif message is None or body.row is None or body.column is None:
            with told():
                place.user.press(body.label or "", message=message, chat=place.group, bot=place.bot)
            return JSONResponse(_DONE)
        else:
            button = at(message.buttons, body.row, body.column)
        if body.label not in {None, button.label}:
            raise NotDone(409, f"{body.label} has given way to {button.label}: look again.")
        with told():
            place.user.press_button(message, button)
        return JSONResponse(_DONE)

    async def _press_key(self, request: Request) -> Response:
        place, body = self._finder.place(request), await read_json(request, bodies.KeyPressed)
        message = place.chat.keyboard_message
        markup = message.posting.markup if message else None
        if message is None or not isinstance(markup, ReplyKeyboard):
            raise NotDone(400, "There is no keyboard in this chat now: read it again.")
        key = at(markup.rows, body.row, body.column)
        with told():
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
        return JSONResponse(_DONE)

    async def _share_contact(self, request: Request) -> Response:
        place, _ = self._finder.place(request), await read_json(request, bodies.Nothing)
        with told():
            return self._sent(place.user.share_contact(chat=place.group, bot=place.bot))

    async def _share_location(self, request: Request) -> Response:
        place, body = self._finder.place(request), await read_json(request, bodies.SharedPlace)
        with told():
            shared = place.user.share_location(
                body.latitude, body.longitude, body.live_period, chat=place.group, bot=place.bot
            )
        return self._sent(shared)

    async def _move(self, request: Request) -> Response:
        place, body = self._finder.place(request), await read_json(request, bodies.MovedPlace)
        message = place.own_message(path_number(request, "message_id"))
        with told():
            if body.latitude is None or body.longitude is None or body.stop:
                place.user.stop_sharing(message)
            else:
                place.user.move(message, body.latitude, body.longitude)
        return JSONResponse(self._forms.of(message))

    async def _send_photo(self, request: Request) -> Response:
        place = self._finder.place(request)
        file, caption = await _upload(request)
        try:
            check_photo(file.content)
        except ApiError as error:
            why = error.description.removeprefix("Bad Request: ")
            raise NotDone(400, f"Send a picture that fits: Telegram says “{why}”.") from error
        sent = place.user.send_photo(file.content, caption=caption, chat=place.group, bot=place.bot)
        return self._sent(sent)

    async def _send_document(self, request: Request) -> Response:
        place = self._finder.place(request)
        file, caption = await _upload(request)
        sent = place.user.send_document(
            file.content, file.name, caption=caption, chat=place.group, bot=place.bot
        )
        return self._sent(sent)

    async def _block(self, request: Request) -> Response:
        place, body = self._finder.place(request), await read_json(request, bodies.Blocking)
        if place.bot is None:
            raise NotDone(400, "Choose a private chat: nobody blocks a group.")
        act = place.user.block if body.blocked else place.user.unblock
        act(place.bot)
        return JSONResponse(_DONE)

    async def _vote(self, request: Request) -> Response:
        place, body = self._finder.place(request), await read_json(request, bodies.Vote)
        with told():
            place.user.vote(place.message(body.message_id), *body.options)
        return JSONResponse(_DONE)

    async def _react(self, request: Request) -> Response:
        place, body = self._finder.place(request), await read_json(request, bodies.Reaction)
        pictures = () if body.emoji is None else (body.emoji,)
        place.user.react(place.message(body.message_id), *pictures)
        return JSONResponse(_DONE)

    def _sent(self, message: ChatMessage) -> Response:
        return JSONResponse(self._forms.of(message), status_code=201)


async def _upload(request: Request) -> tuple[Upload, str]:
    with told():
        sent: Arguments = await read_request(request)
    file = sent.files.get("file")
    if file is None or not file.content:
        raise NotDone(400, "Send a form with a “file” that is not empty.")
    caption = sent.text("caption")
    if len(caption) > MAX_CAPTION:
        raise NotDone(400, f"Shorten the caption: it may have {MAX_CAPTION} characters.")
    return file, caption
