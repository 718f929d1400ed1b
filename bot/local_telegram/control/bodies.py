"""The bodies of requests, as models that refuse unknown fields."""

from typing import Annotated, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    field_validator,
    model_validator,
)
from telegram.constants import ReactionEmoji

from bot.local_telegram.words import MAX_TEXT

Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_TEXT)]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=64)]
Username = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_]{3,31}$")]
BotUsername = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_]{1,28}[Bb][Oo][Tt]$")]
Token = Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]{0,14}:[A-Za-z0-9_-]{1,100}$")]
Language = Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$")]
Phone = Annotated[str, StringConstraints(pattern=r"^\+[1-9][0-9]{6,14}$")]
Latitude = Annotated[float, Field(ge=-90, le=90)]
Longitude = Annotated[float, Field(ge=-180, le=180)]
ButtonPlace = Annotated[int, Field(ge=0, le=1000)]
_REACTIONS = frozenset(ReactionEmoji)
LivePeriod = Annotated[int, Field(ge=60, le=0x7FFFFFFF)]


class ControlBody(BaseModel):
    """The base of all bodies: an unknown field is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class NewUser(ControlBody):
    first_name: Name
    last_name: Name | None = None
    username: Username | None = None
    language_code: Language = "en"
    phone: Phone | None = None


class ChangedUser(ControlBody):
    language_code: Language | None = None
    offline: bool | None = None


class NewBot(ControlBody):
    """A bot; without a token it gets one. With privacy, the default, it gets only the group
    messages that concern it. With topics, its private chats have topics."""

    username: BotUsername
    first_name: Name | None = None
    token: Token | None = None
    privacy: bool = True
    topics: bool = False


class ChangedBot(ControlBody):
    privacy: bool | None = None
    topics: bool | None = None


class Vote(ControlBody):
    """The chosen options of a poll, by their index; no option retracts the vote."""

    message_id: int
    options: Annotated[list[int], Field(max_length=12)]


class Reaction(ControlBody):
    """An emoji that replaces the person's reaction to a message; None removes it."""

    message_id: int
    emoji: str | None = None

    @field_validator("emoji")
    @classmethod
    def _is_a_reaction(cls, emoji: str | None) -> str | None:
        if emoji is not None and emoji not in _REACTIONS:
            raise ValueError("choose a picture that Telegram has for it, such as 👍")
        return emoji


class Search(ControlBody):
    bot: str
    query: Annotated[str, StringConstraints(max_length=256)]


class NewGroup(ControlBody):
    title: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=128)]
    members: Annotated[list[int], Field(min_length=1, max_length=200)]
    forum: bool = False


class Written(ControlBody):
    text: Words
    reply_to: int | None = None
    topic: int | None = None


class Rewritten(ControlBody):
    text: Words


class ButtonPressed(ControlBody):
    """A button by its place under a message or its number in a rich message, or by its label.

    With a place or a number, the label is optional and must still be the button's. A label alone
    finds the newest button or key of the message, or of the chat.
    """

    message_id: int | None = None
    number: ButtonPlace | None = None
    row: ButtonPlace | None = None
    column: ButtonPlace | None = None
    label: Annotated[str, StringConstraints(min_length=1, max_length=256)] | None = None

    @model_validator(mode="after")
    def _is_enough(self) -> Self:
        inside = self.message_id is not None and self.number is not None
        place = (self.message_id, self.row, self.column)
        if not inside and None in place and (self.label is None or self.row is not None):
            raise ValueError(
                "send a label, or message_id, row and column, or message_id and number"
            )
        return self


class KeyPressed(ControlBody):
    """A key by its place, and what it asks for: a group, people, or a location."""

    row: ButtonPlace
    column: ButtonPlace
    group_id: int | None = None
    user_ids: Annotated[list[int], Field(max_length=10)] = []
    latitude: Latitude = 6.4531
    longitude: Longitude = 3.3958


class Nothing(ControlBody):
    pass


class SharedPlace(ControlBody):
    latitude: Latitude
    longitude: Longitude
    live_period: LivePeriod | None = None


class MovedPlace(ControlBody):
    """The new place of a live location, or its end."""

    latitude: Latitude | None = None
    longitude: Longitude | None = None
    stop: bool = False

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if not self.stop and (self.latitude is None or self.longitude is None):
            raise ValueError("send latitude and longitude, or stop")
        return self


class Blocking(ControlBody):
    blocked: bool


class Starting(ControlBody):
    bot: str
    payload: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{0,64}$")] = ""


class Fault(ControlBody):
    method: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    error_code: Annotated[int, Field(ge=400, le=599)]
    description: Annotated[str, StringConstraints(min_length=1, max_length=500)]
    times: Annotated[int, Field(ge=1, le=10_000)] = 1
    retry_after: Annotated[int, Field(ge=1, le=86_400)] | None = None
    chat_id: int | None = None


class Limits(ControlBody):
    on: bool


class ServerState(ControlBody):
    """Changes of the server: whether it is down, and whether it knows rich messages."""

    down: bool | None = None
    knows_rich: bool | None = None

    @model_validator(mode="after")
    def _changes_something(self) -> Self:
        if self.down is None and self.knows_rich is None:
            raise ValueError("send down or knows_rich")
        return self
