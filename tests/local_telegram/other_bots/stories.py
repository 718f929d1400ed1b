"""What is said to each example, and what must come."""

from collections.abc import Callable
from typing import NamedTuple

from bot.local_telegram.pytest_plugin.chats import Bot
from bot.local_telegram.pytest_plugin.user import User

_FIRST = 30.0
"""Seconds until the first answer of a bot that was just started."""


class Story(NamedTuple):
    """An example, by its file, and its story; `play` returns the last words that came."""

    library: str
    file: str
    said: str
    play: Callable[[User, Bot], str]


def _echo(said: str, came: str) -> Callable[[User, Bot], str]:
    def play(ada: User, bot: Bot) -> str:
        ada.say(bot, said)
        return ada.reads(came, within=_FIRST).text

    return play


def _dialog(*turns: tuple[str, str]) -> Callable[[User, Bot], str]:
    """Say one after the other what stands on the left, and read what stands on the right."""

    def play(ada: User, bot: Bot) -> str:
        text = ""
        for said, came in turns:
            ada.say(bot, said)
            text = ada.reads(came, within=_FIRST).text
        return text

    return play


def _inline_keyboard(ada: User, bot: Bot) -> str:
    ada.say(bot, "/start")
    ada.press("Option 2", within=_FIRST)
    return ada.reads("Selected option: 2").text


def _toast(ada: User, bot: Bot) -> str:
    ada.say(bot, "hello")
    ada.press("Yes", within=_FIRST)
    return ada.reads_toast("Answer is Yes")


def _conversation(ada: User, bot: Bot) -> str:
    ada.say(bot, "/start")
    ada.press("Girl", within=_FIRST)
    ada.reads("send me a photo")
    ada.say(bot, "/skip")
    ada.reads("send me your location")
    ada.share_location(bot, 52.1, 4.3)
    ada.reads("tell me something about yourself")
    ada.say(bot, "I like bots")
    return ada.reads("Thank you!").text


def _search(words: str, title: str) -> Callable[[User, Bot], str]:
    def play(ada: User, bot: Bot) -> str:
        titles = [each["title"] for each in ada.search(bot, words, within=_FIRST)]
        assert title in titles, titles
        return ", ".join(titles)

    return play


def _poll(ada: User, bot: Bot) -> str:
    ada.say(bot, "/poll")
    ada.reads("", within=_FIRST)
    poll = ada.messages(bot)[-1]
    ada.vote(poll, 0, 2)
    return ada.reads("Ada feels Good and Fantastic!").text


def _keys(ada: User, bot: Bot) -> str:
    ada.say(bot, "/start")
    ada.press("Symbols", within=_FIRST)
    return ada.reads("Special characters").text


def _steps(ada: User, bot: Bot) -> str:
    for said, came in (("/start", "What's your name?"), ("Ada", "How old"), ("36", "gender")):
        ada.say(bot, said)
        ada.reads(came, within=_FIRST)
    ada.press("Female")
    return ada.reads("Nice to meet you Ada").text


PTB, AIOGRAM, TELEBOT, GRAMMY = "python-telegram-bot", "aiogram", "pyTelegramBotAPI", "grammY"

STORIES = [
    Story(PTB, "echobot.py", "Good morning", _echo("Good morning", "Good morning")),
    Story(PTB, "inlinekeyboard.py", "/start, a button", _inline_keyboard),
    Story(PTB, "conversationbot.py", "/start, a key, /skip, a place, words", _conversation),
    Story(
        PTB, "deeplinking.py", "/start with payloads",
        _dialog(("/start so-cool", "CLICK HERE"), ("/start using-keyboard-here", "as deep as it")),
    ),
    Story(PTB, "inlinebot.py", "@bot hello", _search("hello", "Caps")),
    Story(PTB, "pollbot.py", "/poll, a vote", _poll),
    Story(AIOGRAM, "echo_bot.py", "Good morning", _echo("Good morning", "Good morning")),
    Story(
        AIOGRAM, "finite_state_machine.py", "/start, a name, Yes, Python",
        _dialog(
            ("/start", "What's your name?"), ("Ada", "Nice to meet you"),
            ("Yes", "What programming language"), ("Python", "with Python"),
        ),
    ),
    Story(AIOGRAM, "error_handling.py", "/age 36", _echo("/age 36", "Your age is 36")),
    Story(TELEBOT, "echo_bot.py", "Good morning", _echo("Good morning", "Good morning")),
    Story(TELEBOT, "inline_keyboard_example.py", "hello, a button", _toast),
    Story(TELEBOT, "reply_keyboard_markup_example.py", "/start, a key", _keys),
    Story(TELEBOT, "step_example.py", "/start, a name, an age, a key", _steps),
    Story(TELEBOT, "deep_linking.py", "/start 42", _echo("/start 42", "Hello ABC")),
    Story(TELEBOT, "inline_example.py", "@bot text", _search("text", "Result1")),
    Story(TELEBOT, "poll_example.py", "/poll", _echo("/poll", "English Article Test")),
    Story(GRAMMY, "bot.js", "Good morning", _echo("Good morning", "Echo: Good morning")),
]  # fmt: skip
