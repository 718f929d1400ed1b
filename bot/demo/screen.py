"""The screen: the chats of a town, printed as they happen."""

from collections.abc import Iterable

from rich.console import Console
from rich.panel import Panel
from rich.rule import Rule
from rich.text import Text

from bot.demo.chat_of_person import INVISIBLE
from bot.demo.story import Cast, Step
from bot.local_telegram import ChatEvent, ChatMessage, LocalUser
from bot.service.sms import Sms
from bot.texts.catalogues import catalogue, nearest

_WIDTH = 76


class Screen:
    """Prints the events of three chats, each in the colour of its person."""

    def __init__(self, console: Console, people: Cast, phones: dict[str, str]) -> None:
        self._console = console
        self._language = nearest(people.dispatcher.language_code)
        self._phones = phones
        self._scene = ""
        roles = (
            (people.dispatcher, "dispatcher", "cyan"),
            (people.rider, "rider", "green"),
            (people.customer, "customer", "magenta"),
        )
        self._chats = {
            person.id: (f"{person.first_name} · {role}", colour) for person, role, colour in roles
        }

    def chat(self, person: LocalUser, events: Iterable[ChatEvent]) -> None:
        self.scene(self._chats[person.id][0])
        for event in events:
            self.happened(event)

    async def before(self, step: Step, number: int, of: int) -> None:  # noqa: ARG002 - of `Guide`
        """Print the title of a scene that begins, and let the story go on at once."""
        if step.title != self._scene:
            self._scene = step.title
            self.scene(catalogue(self._language).gettext(step.title))

    def scene(self, title: str) -> None:
        self._console.print()
        self._console.print(Rule(Text(title, style="bold"), align="left"), width=_WIDTH + 4)

    def text_message(self, sms: Sms) -> None:
        who = self._phones.get(sms.phone, sms.phone)
        self._console.print(Text(f"✉ SMS to {who}: {sms.text}", style="yellow"), width=_WIDTH)

    def happened(self, event: ChatEvent) -> None:
        if event.chat.id not in self._chats:  # not one of the three people
            return
        title, colour = self._chats[event.chat.id]
        match event.kind:
            case "sent" if not event.message.from_bot:
                words = event.message.text or "(shares their contact)"
                self._line(title, colour, f"writes: {words}")
            case "sent":
                self._panel(title, colour, event.message, "new message")
            case "edited":
                self._panel(title, colour, event.message, "card changed")
            case "deleted":
                first_line = _words(event.message).splitlines()[0]
                self._line(title, colour, f"message deleted: {first_line}")
            case "pressed":
                self._line(title, colour, f"presses [{event.label}]")
            case "toast" if event.toast and event.toast.text:
                self._line(title, colour, f"sees for a moment: {event.toast.text}")

    def _line(self, title: str, colour: str, text: str) -> None:
        line = Text.assemble((f"{title} ", f"bold {colour}"), text.translate(INVISIBLE))
        self._console.print(line, width=_WIDTH)

    def _panel(self, title: str, colour: str, message: ChatMessage, how: str) -> None:
        content = Text(_words(message).translate(INVISIBLE))
        for row in message.buttons or []:
            content.append("\n")
            for button in row:
                content.append(f" {button.label} ", style="reverse")
                content.append(" ")
        for label in (label for row in message.keyboard or [] for label in row):
            content.append("\n")
            content.append(f" {label} ", style="reverse")
        self._console.print(
            Panel(
                content,
                title=Text(title, style=f"bold {colour}"),
                subtitle=Text(how, style="dim"),
                title_align="left",
                subtitle_align="right",
                border_style=colour,
                width=_WIDTH,
            )
        )


def _words(message: ChatMessage) -> str:
    """Return the text of a message; without one, the kind of its attachment."""
    return message.text or message.caption or f"({type(message.body.attachment).__name__})"
