"""Text messages out: the seam to whatever carries them, and the carriers."""

import asyncio
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol, Self, TextIO, TypeAlias

import httpx
from pydantic import JsonValue
from pydantic_core import from_json

from bot.service.addresses import UNREACHABLE, is_https_or_local
from bot.service.carriers import CarrierError, CarrierRefusedError
from bot.service.rules.texts import SMS_TIMEOUT


class SmsError(CarrierError):
    """The carrier did not take a text."""


class SmsRefusedError(SmsError, CarrierRefusedError):
    """The carrier will never take this text."""


class SmsSender(Protocol):
    async def send(self, phone: str, text: str) -> str | None:
        """Hand over one message to `phone` (E.164), or raise `SmsError`.

        Return the carrier's name for it in receipts, if there is one.
        """


class ConsoleSms:
    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    async def send(self, phone: str, text: str) -> None:
        """Write one message on a line of its own; letters that the screen lacks are escaped.

        Raises:
            SmsError: the stream cannot be written to.
        """
        encoding = self._stream.encoding or "utf-8"
        line = f"SMS to {phone}: {text}\n".encode(encoding, "backslashreplace").decode(encoding)
        try:
            self._stream.write(line)
            self._stream.flush()
        except OSError as error:
            raise SmsError(f"the screen takes nothing ({type(error).__name__})") from None


@dataclass(frozen=True, slots=True)
class Sms:
    phone: str
    text: str


class OutboxSms:
    """Keeps the messages, and shows each to its listeners: for demonstrations and tests."""

    def __init__(self, messages: Iterable[Sms] = ()) -> None:
        self.messages = list(messages)
        self.on_message: list[Callable[[Sms], None]] = []

    async def send(self, phone: str, text: str) -> None:
        message = Sms(phone, text)
        self.messages.append(message)
        for listener in self.on_message:
            listener(message)


_PLACE = re.compile(r"\{(phone|text|sender)\}")
Field: TypeAlias = JsonValue
"""A field of a message: a text with places, or in JSON more of them, nested."""
_HEADER = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+:[!-~]([ -~]*[!-~])?")
_TRY_AGAIN = frozenset(
    {
        httpx.codes.REQUEST_TIMEOUT,
        httpx.codes.TOO_MANY_REQUESTS,
        # These concern the operator's account, who can set it right, not the message.
        httpx.codes.UNAUTHORIZED,
        httpx.codes.PAYMENT_REQUIRED,
        httpx.codes.FORBIDDEN,
    }
)


@dataclass(frozen=True, slots=True)
class Gateway:
    """The way to send to a gateway.

    `fields` are those of the body; `{phone}` (E.164), `{text}` and `{sender}` are filled in in
    all texts inside them. `headers` are sent along, and `user` with `password` as basic
    authentication; they hold the credentials. `id_field` is the path of the message's name in the
    answer, such as `messages.0.id`.

    Raises:
        ValueError: the URL is neither HTTPS nor on this machine, a header cannot be sent, or a
            message would not hold both the phone and the text, or would be nested in a form.
    """

    url: str
    fields: Mapping[str, Field]
    encoding: Literal["json", "form"] = "json"
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    user: str = ""
    password: str = field(default="", repr=False)
    sender: str = ""
    id_field: str = ""

    def __post_init__(self) -> None:
        if not is_https_or_local(self.url):
            raise ValueError("the gateway's url must be an https:// address")
        if not all(_HEADER.fullmatch(f"{name}:{value}") for name, value in self.headers.items()):
            raise ValueError("header_name or header_value holds what no header can carry")
        if bool(self.user) != bool(self.password):
            raise ValueError("user and password go together")
        if self.encoding == "form" and not all(isinstance(v, str) for v in self.fields.values()):
            raise ValueError("a form has texts alone for fields; nested ones need json")
        filled = {name for text in _texts_in(self.fields) for name in _PLACE.findall(text)}
        if "sender" in filled and not self.sender:
            raise ValueError("a field holds {sender}, and sender_id is missing")
        if missing := {"phone", "text"} - filled:
            raise ValueError(f"no field of a message holds {{{min(missing)}}}")

    def body(self, phone: str, text: str) -> dict[str, Field]:
        values = {"phone": phone, "text": text, "sender": self.sender}
        return {name: _filled(value, values) for name, value in self.fields.items()}


def _filled(value: Field, known: Mapping[str, str]) -> Field:
    match value:
        case str():
            return _PLACE.sub(lambda place: known[place[1]], value)
        case list():
            return [_filled(each, known) for each in value]
        case dict():
            return {name: _filled(each, known) for name, each in value.items()}
    return value


def _texts_in(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for each in value:
                yield from _texts_in(each)
        case Mapping():
            for each in value.values():
                yield from _texts_in(each)


_MESSAGE_ID = re.compile(r"[!-~]{1,128}")


def text_at(path: str, data: object) -> str | None:
    """Return the text or whole number that stands at a path, such as `messages.0.id`."""
    for step in path.split("."):
        if isinstance(data, Mapping):
            data = data.get(step)
        elif isinstance(data, list) and step.isdecimal() and int(step) < len(data):
            data = data[int(step)]
        else:
            return None
    is_one = isinstance(data, (str, int)) and not isinstance(data, bool)
    return str(data) if is_one else None


def message_id_at(path: str, data: object) -> str | None:
    """Return the gateway's name for a message, if it is one plain word."""
    message_id = text_at(path, data)
    return message_id if message_id and _MESSAGE_ID.fullmatch(message_id) else None


_ANSWER_LIMIT = 64 * 1024
"""Bytes: far more than any answer with the name of a message has."""


class HttpSms:
    """Posts each message to a gateway; any 2xx means that it was taken.

    It follows no redirect and uses no proxy of the machine, because a message holds a code.
    """

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._client = httpx.AsyncClient(
            headers=gateway.headers,
            auth=httpx.BasicAuth(gateway.user, gateway.password) if gateway.user else None,
            timeout=SMS_TIMEOUT.total_seconds(),
            trust_env=False,
            follow_redirects=False,
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._client.aclose()

    async def send(self, phone: str, text: str) -> str | None:
        """Hand over one message; return the gateway's name for it, if its answer has one.

        Raises:
            SmsRefusedError: the gateway says that the message itself is at fault.
            SmsError: the gateway is out of reach, busy, or broken.
        """
        answer = await self._post(self._gateway.body(phone, text))
        try:
            status = answer.status_code
            if answer.is_success:
                return await self._message_id(answer)
            if httpx.codes.is_client_error(status) and status not in _TRY_AGAIN:
                raise SmsRefusedError(f"the gateway refuses it with {status}")
            raise SmsError(f"the gateway answered {status}")
        finally:
            await answer.aclose()

    async def _post(self, body: dict[str, Field]) -> httpx.Response:
        """Send a message and return the beginning of the answer."""
        as_json = self._gateway.encoding == "json"
        try:
            request = self._client.build_request(
                "POST",
                self._gateway.url,
                json=body if as_json else None,
                data=None if as_json else body,
            )
            # The client's own time-out is per read: a slow trickle of bytes would never end it.
            async with asyncio.timeout(SMS_TIMEOUT.total_seconds()):
                return await self._client.send(request, stream=True)
        except UNREACHABLE as error:
            # Only the error's class: its text can name the address, which can hold a password.
            raise SmsError(f"the gateway could not be asked ({type(error).__name__})") from None

    async def _message_id(self, answer: httpx.Response) -> str | None:
        """Return the gateway's name for a message that it has taken, however its answer ends."""
        beginning = bytearray()
        try:
            async with asyncio.timeout(SMS_TIMEOUT.total_seconds()):
                # Reading the whole answer frees its connection; the rest of a long one is not used.
                async for part in answer.aiter_bytes():
                    beginning += part
                    if len(beginning) > _ANSWER_LIMIT:
                        break
            return message_id_at(self._gateway.id_field, from_json(beginning))
        except (ValueError, *UNREACHABLE):
            return None
