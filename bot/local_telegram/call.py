"""One call of a method: the calling bot, its arguments, and how handlers read them."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from bot.local_telegram.arguments import Arguments
from bot.local_telegram.attachments import Invoice
from bot.local_telegram.bots import BotAccount
from bot.local_telegram.groups import LocalGroup
from bot.local_telegram.markup import InlineKeyboard, Markup, check_pay_button, parse_markup
from bot.local_telegram.messages import Author, Chat, ChatMessage, Content, Posting
from bot.local_telegram.refusals import ApiError, Refusal, bad_request
from bot.local_telegram.world import World

_MOST_AT_ONCE = 100


@dataclass(frozen=True)
class Described:
    """A success that Telegram sends with a description."""

    description: str


@dataclass(frozen=True)
class Call:
    world: World
    bot: BotAccount
    arguments: Arguments

    def saying(self, values: Mapping[str, Any]) -> "Call":
        """Return this call with other arguments, such as the fields of an object in it."""
        return replace(self, arguments=Arguments.of(values))

    def known_chat(self, name: str = "chat_id") -> Chat:
        """Return the chat that an argument names, even if the bot may not write there."""
        if not self.arguments.text(name).strip():
            raise bad_request("chat_id is empty")
        chat_id = self.arguments.integer(name)
        if not chat_id:
            raise Refusal.CHAT_NOT_FOUND.error()
        return self.world.find_chat(self.bot, chat_id)

    def chat(self) -> Chat:
        """Return the chat that the call names; refuse it if the bot may not write there."""
        chat = self.known_chat()
        chat.check_open(self.bot)
        return chat

    def group(self, right: str = "", missing: ApiError | None = None) -> LocalGroup:
        """Return the group that the call names; raise `missing` if the bot lacks the `right`.

        A private chat is refused in the words that Telegram uses for most methods about groups.
        """
        chat = self.chat()
        if not isinstance(chat, LocalGroup):
            raise Refusal.GROUPS_ONLY.error()
        if right and not chat.may(self.bot, right):
            raise missing or bad_request("not enough rights")
        return chat

    def message(self, chat: Chat, what: str) -> ChatMessage:
        """Return the message that `message_id` names; `what` ends the refusal if it is missing."""
        if "message_id" not in self.arguments:
            raise bad_request("message identifier is not specified")
        message = chat.message(self.arguments.integer("message_id"))
        if message is None:
            raise Refusal.MESSAGE_NOT_FOUND.error(what)
        return message

    def posting(self, chat: Chat) -> Posting:
        """Read how to send a message; refuse a missing topic, reply target or quote."""
        arguments = self.arguments
        reply = arguments.object("reply_parameters")
        # `reply_parameters` is the newer spelling; the older one has two arguments of the call.
        replied_id = reply.get("message_id") or arguments.integer("reply_to_message_id")
        replied = chat.message(replied_id) if replied_id and isinstance(replied_id, int) else None
        lenient = "allow_sending_without_reply"
        if replied_id and replied is None and not (reply.get(lenient) or arguments.flag(lenient)):
            raise Refusal.MESSAGE_NOT_FOUND.error("to be replied")
        quote = str(reply.get("quote") or "")
        if replied is not None and quote not in replied.body.words.text:
            raise bad_request("QUOTE_TEXT_INVALID")
        return Posting(
            markup=parse_markup(arguments.text("reply_markup"), private=chat.private),
            reply_to=replied,
            quote=quote,
            thread_id=self.thread_id(chat),
            silent=arguments.flag("disable_notification"),
            protected=arguments.flag("protect_content"),
        )

    def thread_id(self, chat: Chat) -> int | None:
        """Return the topic that the call names, or None if it names none."""
        thread_id = self.arguments.integer("message_thread_id")
        if thread_id and thread_id not in chat.threads:
            raise Refusal.THREAD_NOT_FOUND.error()
        return thread_id or None

    def required(self, name: str) -> str:
        """Return an argument; refuse the call if it is missing or empty."""
        text = self.arguments.text(name)
        if not text:
            raise bad_request(f'parameter "{name}" is required')
        return text

    def message_ids(self) -> list[int]:
        """Return the numbers in `message_ids`: from 1 to 100 of them."""
        try:
            message_ids = [int(value) for value in self.arguments.json("message_ids")]
        except (TypeError, ValueError) as error:
            raise Refusal.MESSAGE_IDS_MISSING.error() from error
        if not message_ids:
            raise Refusal.MESSAGE_IDS_MISSING.error()
        if len(message_ids) > _MOST_AT_ONCE:
            raise bad_request("too many message identifiers specified")
        return message_ids

    def inline_keyboard(self, chat: Chat) -> InlineKeyboard | None:
        """Read the markup of an edited message, which can only be an inline keyboard."""
        markup = parse_markup(self.arguments.text("reply_markup"), private=chat.private)
        if markup is not None and not isinstance(markup, InlineKeyboard):
            raise bad_request("inline keyboard expected")
        return markup

    def post(
        self,
        body: Content,
        *,
        album: str | None = None,
        origin: dict[str, Any] | None = None,
        receiver: Author | None = None,
        replaces: ChatMessage | None = None,
        markup: Markup | None = None,
    ) -> dict[str, Any]:
        """Send a message to the chat that the call names, and return its JSON.

        `markup` is used if the call gives none.
        """
        chat = self.chat()
        asked = self.posting(chat)
        posting = replace(
            asked,
            markup=asked.markup or markup,
            album=album,
            origin=origin,
            receiver=receiver,
            replaces=replaces,
        )
        check_pay_button(posting.markup, needed=isinstance(body.attachment, Invoice))
        if isinstance(chat, LocalGroup):
            chat.check_sending(self.bot, body.attachment, posting.thread_id)
        return self.world.post(chat, self.bot, body, posting).as_json()


Handler = Callable[[Call], object | Awaitable[object]]
"""Answers one method with JSON or a `Described` success, or with an awaitable of either."""

HandlerT = TypeVar("HandlerT", bound=Callable[..., object])

METHODS: dict[str, Handler] = {}
"""Every method by its documented name."""


def method(handler: HandlerT) -> HandlerT:
    """Register a function as the handler of the method of its name: `get_me` answers `getMe`."""
    METHODS[documented(handler.__name__)] = handler
    return handler


def documented(name: str) -> str:
    """Return a name in the Bot API's spelling: `get_me` becomes `getMe`."""
    first, *others = name.split("_")
    return "".join([first, *map(str.capitalize, others)])
