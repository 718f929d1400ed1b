"""People who talk to bots: the buttons they press, and their choices, votes and searches."""

from typing import TypeVar

from bot.local_telegram.bots import BotAccount
from bot.local_telegram.button_lookup import check_start_payload, deep_link, find_button
from bot.local_telegram.chats import ADMINISTRATOR, PRESENT, GroupChat, member_json
from bot.local_telegram.choices import ChatChoice, PeopleChoice
from bot.local_telegram.markup import InlineButton, ReplyKey, ReplyKeyboard, is_given
from bot.local_telegram.messages import Chat, ChatMessage
from bot.local_telegram.person import LocalPerson
from bot.local_telegram.queries import InlineQuery

ChoiceT = TypeVar("ChoiceT", ChatChoice, PeopleChoice)


class LocalUser(LocalPerson):
    """A person. Everything happens in the chat with the only bot, unless a chat or bot is given."""

    def press(
        self,
        label: str,
        *,
        message: ChatMessage | None = None,
        chat: Chat | None = None,
        bot: BotAccount | None = None,
    ) -> None:
        """Press the newest button whose label equals or contains `label`.

        A link that starts a bot starts it; other links and texts to copy only cause an event.
        Raises `NoSuchButton`, whose message lists the present buttons.
        """
        place = message.chat if message else self._place(chat, bot)
        under, button = find_button(self, place, label, message)
        if isinstance(button, ReplyKey):
            self.press_key(under, button)
        else:
            self.press_button(under, button)

    def press_button(self, message: ChatMessage, button: InlineButton) -> None:
        """Press a given button of a message; raise `ValueError` if it is disabled."""
        if is_given(button.raw, "disabled"):
            raise ValueError(f"{button.label!r} is disabled")
        self._world.tell(message, "pressed", self, label=button.label)
        if button.data is not None:
            self._world.press(self, self._author(message), message, button.data)
            return
        if is_given(button.raw, "pay"):
            self._world.check_out(self, self._author(message), message)
            return
        start = deep_link(button.url or "")
        bot = self._world.bot_named(start[0]) if start else None
        if start and bot:
            check_start_payload(start[1])
            self.write(f"/start {start[1]}".rstrip(), bot=bot)

    def press_key(
        self, message: ChatMessage, key: ReplyKey, place: tuple[float, float] = (0.0, 0.0)
    ) -> None:
        """Press a given key of the keyboard that came with a message.

        A key that asks for the location shares `place`: latitude and longitude. Raises `TypeError`
        if the key asks for a choice, `ValueError` if it asks for a phone number and there is none.
        """
        if key.choice is not None:
            raise TypeError(f"{key.label!r} asks for a choice")
        if key.request_contact:
            self._must_have_phone()
        self._world.tell(message, "pressed", self, label=key.label)
        self._put_away(message)
        if key.request_contact:
            self.share_contact(reply_to=message, chat=message.chat, bot=self._author(message))
        elif key.request_location:
            self.share_location(*place, chat=message.chat, bot=self._author(message))
        else:
            # In a group the text of a key is a reply to the message with the keyboard.
            replied = None if message.chat.private else message
            self.write(key.label, reply_to=replied, chat=message.chat, bot=self._author(message))

    def press_data(self, data: str, *, message: ChatMessage) -> None:
        """Send a callback query whose data no button of the message need have."""
        self._world.press(self, self._author(message), message, data)

    def choose_group(self, label: str, group: GroupChat) -> ChatMessage:
        """Press a key that asks for a group, and choose this one.

        Raises `ValueError` if Telegram would not offer the group: the person is not in it, or the
        key requires the bot as a member and it is not.
        """
        return self.give_group(*find_button(self, self.chat(), label), group)

    def give_group(
        self, message: ChatMessage, key: ReplyKey | InlineButton, group: GroupChat
    ) -> ChatMessage:
        """Press a given key that asks for a group, and choose this one; see `choose_group`."""
        choice = self._choice_of(message, key, ChatChoice)
        bot = self._author(message)
        if group.status(self) not in PRESENT:
            raise ValueError(f"{self.first_name} is not in {group.title}")
        if choice.bot_is_member and group.status(bot) not in PRESENT:
            raise ValueError(f"the bot is not in {group.title}")
        if choice.adds_bot:
            before = member_json(group, bot)
            group.members[bot] = ADMINISTRATOR
            self._world.announce_membership(group, bot, self, before)
        return self.share_chat(choice.request_id, group, with_title=choice.with_title, bot=bot)

    def choose_person(self, label: str, *people: "LocalUser") -> ChatMessage:
        """Press a key that asks for people, and choose these."""
        return self.give_people(*find_button(self, self.chat(), label), *people)

    def give_people(
        self, message: ChatMessage, key: ReplyKey | InlineButton, *people: "LocalUser"
    ) -> ChatMessage:
        """Press a given key that asks for people, and choose these.

        Raises `ValueError` if they are none, or more than the key allows.
        """
        choice = self._choice_of(message, key, PeopleChoice)
        if not 0 < len(people) <= choice.most:
            raise ValueError(f"{choice.most} can be chosen")
        bot = self._author(message)
        return self.share_people(choice.request_id, *people, with_name=choice.with_name, bot=bot)

    def vote(self, message: ChatMessage, *options: int) -> None:
        """Choose options of a poll, counted from 0; no option retracts the vote.

        Raises `ValueError` if Telegram would not allow the vote.
        """
        self._world.vote(self, message, options)

    def react(self, message: ChatMessage, *pictures: str) -> None:
        """Set the person's reaction emojis under a message; none removes them."""
        self._world.react(message, pictures, self)

    def search(self, text: str, *, bot: BotAccount | None = None) -> InlineQuery:
        """Type an inline query; the bot's answer sets its `results`."""
        return self._world.search(self, bot or self._world.only_bot(), text)

    def _choice_of(
        self, message: ChatMessage, key: ReplyKey | InlineButton, kind: type[ChoiceT]
    ) -> ChoiceT:
        """Press a key that asks for a choice of this kind, and return its conditions."""
        if not isinstance(key, ReplyKey) or not isinstance(key.choice, kind):
            raise TypeError(f"{key.label!r} asks for something else")
        self._world.tell(message, "pressed", self, label=key.label)
        self._put_away(message)
        return key.choice

    def _put_away(self, message: ChatMessage) -> None:
        """Remove a keyboard that is for one use."""
        markup = message.posting.markup
        if isinstance(markup, ReplyKeyboard) and markup.one_time:
            message.chat.keyboard_message = None
            self._world.chat_listeners.tell(message.chat)

    def _author(self, message: ChatMessage) -> BotAccount:
        if not isinstance(message.sender, BotAccount):
            raise TypeError("only messages from bots have buttons")
        return message.sender
