"""Which languages there are, each under its own name."""

from babel import Locale

from bot.texts.callbacks import Verb, press
from bot.texts.catalogues import languages
from bot.texts.message import Button, FixedMessage, Message, column
from bot.texts.words import Words

CHOSEN = FixedMessage("🌐 I speak English now, in the menu and on your cards, too.")


def own_name(language: str) -> str:
    name = Locale.parse(language).get_display_name(language) or language
    return name[0].upper() + name[1:]


def which_language(say: Words) -> Message:
    rows = column(
        Button(label=own_name(language), data=press(Verb.LANGUAGE, tokens=(language,)))
        for language in languages()
    )
    return Message.of(say("🌐 Which language shall I speak?"), rows=rows)


def language_button(say: Words) -> Button:
    return say.button("🌐 Language", Verb.LANGUAGE, tokens=("show",))
