"""The help: what to write, with examples, for each role; and the list of all commands."""

from collections.abc import Mapping, Sequence

from bot.texts.callbacks import Verb
from bot.texts.html import Html, folded, isolated
from bot.texts.message import Message
from bot.texts.words import Words, phrase

FOR_DISPATCHERS = phrase("<b>As a dispatcher</b>")
FOR_RIDERS = phrase("<b>As a rider</b>")
FOR_CUSTOMERS = phrase("<b>As a customer</b>")
FOR_ALL = phrase("<b>At any time</b>")

ORDER, RIDER = "1043", "Grace"
"""Whom and what the examples name."""

EXAMPLES: Mapping[str, Sequence[str]] = {
    FOR_DISPATCHERS: (
        phrase("📦 Paste or forward an order as it came: I read it, and you check it."),
        phrase("🛵 Give it out in words: <code>{order} to {rider}</code>."),
        phrase("❓ Just ask: <code>what is open</code> · <code>who is free</code>."),
        phrase("🔎 A number, a name or a street finds its order: <code>{order}</code>."),
        phrase("💬 Reply to a card or to somebody’s words, and it reaches that person."),
    ),
    FOR_RIDERS: (
        phrase("🛵 Each job is a card; its first button is your next step."),
        phrase("🔑 Type a code as you hear it; for one of several: <code>{order} 4821</code>."),
        phrase("⚠️ Say what is wrong: <code>nobody is home</code> · <code>wrong address</code>."),
        phrase("💬 Reply to a card to reach its customer; anything else goes to the dispatcher."),
        phrase("📋 Just ask: <code>my jobs</code> · <code>off duty</code>."),
    ),
    FOR_CUSTOMERS: (
        phrase("📦 The card of your parcel shows where it is, and changes by itself."),
        phrase("📍 Just ask: <code>where is my parcel</code> · <code>how much is it</code>."),
        phrase("💬 Write anything else, such as which gate to take: a person reads it."),
        phrase("🗺 Send your place on the map (📎), and the rider finds you."),
        phrase("🔑 Tell the code of your text message at your door, and to nobody before."),
    ),
}
"""What somebody can write, by the title of their role."""

Entry = tuple[str, str, str]
"""A command: its name, what follows it, what it does."""

_A_SCREEN = 12
"""Lines of a list that are not folded away."""


def help_page(say: Words, titles: Sequence[str]) -> Message:
    """Tell by examples what can be written; of several roles each has its title."""
    lines = [say("<b>Write to me as to a person</b>")]
    for title in titles:
        if len(titles) > 1:
            lines.append(Html(f"\n{say(title)}"))
        lines += [say(one, order=ORDER, rider=RIDER) for one in EXAMPLES[title]]
    return Message.of(*lines, rows=((say.button("All commands", Verb.ALL_COMMANDS),),))


def all_commands(say: Words, sections: Sequence[tuple[str, Sequence[Entry]]]) -> Message:
    """List the reader's commands under the titles of their roles; a title may be empty."""
    lines = [say("<b>All commands</b>")]
    for title, entries in sections:
        if title and entries:
            lines.append(Html(f"\n{say(title)}"))
        listed = []
        for name, takes, what in entries:
            usage = isolated(Html(f"/{name}"))
            if takes:
                usage = Html(f"{usage} {say.value(say.label(takes))}")
            listed.append(Html(f"{usage} – {say(what)}"))
        lines += [folded(listed)] if len(listed) > _A_SCREEN else listed
    return Message.of(*lines)
