"""One reader's language: sentences with places for values."""

from dataclasses import dataclass

from bot.texts.html import Html, clean, escaped


@dataclass(frozen=True, slots=True)
class Words:
    """Speaks one language. English is the language of the sentences themselves."""

    language: str = "en"

    def __call__(self, sentence: str, /, **values: object) -> Html:
        """Fill a sentence, which is HTML of ours, with values, which are anybody's."""
        safe = {name: escaped(value) for name, value in values.items()}
        return Html(sentence.format_map(safe))

    def label(self, sentence: str, /, **values: object) -> str:
        """Fill the text of a button or a short alert, where Telegram reads no HTML."""
        return sentence.format_map({name: clean(str(value)) for name, value in values.items()})
