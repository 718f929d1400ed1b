"""One reader's language: sentences with placeholders for values.

Sentences are written in English where they are used. Translation finds them as the first argument
of a call of `Words`, of its `label`, `many` and `button`, or of `phrase`, and as any argument of
`FixedMessage`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from babel import Locale

from bot.texts.callbacks import Verb, press
from bot.texts.catalogues import catalogue
from bot.texts.html import OWN_WORDS, Html, escaped, joined, shown
from bot.texts.message import Button, FixedMessage, Message, Style

_RIGHT_TO_LEFT_MARK = "\u200f"


@cache
def _locale(language: str) -> Locale:
    return Locale.parse(language)


@cache
def _direction(language: str) -> str:
    """Return the mark that sets a line's writing direction to the reader's.

    Without it, a number or foreign name at the beginning would set the direction.
    """
    return _RIGHT_TO_LEFT_MARK if _locale(language).text_direction == "rtl" else ""


def phrase(sentence: str) -> str:
    """Mark a sentence for translation that is filled with values elsewhere."""
    return sentence


@dataclass(frozen=True, slots=True)
class Words:
    """Speaks one language, one of `catalogues.languages`."""

    language: str = "en"

    @property
    def locale(self) -> Locale:
        """How numbers, dates and money are written in this language."""
        return _locale(self.language)

    def __call__(self, sentence: str, /, **values: object) -> Html:
        """Translate a sentence, which is HTML of ours, and fill in its values, escaped."""
        return self._filled(catalogue(self.language).gettext(sentence), values)

    def many(self, one: str, other: str, /, *, count: int, **values: object) -> Html:
        """Translate and fill the form of a sentence for `count` things in this language."""
        sentence = catalogue(self.language).ngettext(one, other, count)
        return self._filled(sentence, {"count": count, **values})

    def label(self, sentence: str, /, **values: object) -> str:
        """Translate and fill the text of a button or a toast, where Telegram reads no HTML."""
        translated = catalogue(self.language).gettext(sentence)
        return translated.format_map({name: shown(str(value)) for name, value in values.items()})

    def button(
        self,
        sentence: str,
        /,
        verb: Verb,
        *objects: str,
        tokens: Sequence[str | int] = (),
        style: Style = Style.PLAIN,
        **values: object,
    ) -> Button:
        """Make a button that sends back a verb, the uuids that it is about, and its tokens."""
        data = press(verb, *objects, tokens=tokens)
        return Button(label=self.label(sentence, **values), data=data, style=style)

    def message(self, fixed: FixedMessage) -> Message:
        """Translate a message without placeholders."""
        hint = self.label(fixed.hint) if fixed.hint else ""
        return Message.of(*map(self, fixed.lines), ask=fixed.ask, hint=hint)

    def value(self, value: object) -> Html:
        return escaped(value)

    def quoted(self, words: str) -> Html:
        """Quote one person's words to another; they may be longer than other values."""
        return self(phrase("“{words}”"), words=escaped(words, OWN_WORDS))

    def listed(self, values: Iterable[object]) -> Html:
        # Some languages have a comma of their own, as Arabic has.
        comma = catalogue(self.language).gettext(phrase(", "))
        return joined(map(escaped, values), comma)

    def _filled(self, sentence: str, values: dict[str, object]) -> Html:
        safe = {name: escaped(value) for name, value in values.items()}
        return Html(_direction(self.language) + sentence.format_map(safe))
