"""The lines of a message without the wrapping of a chat: heads, emphasis, ornaments."""

import re
import unicodedata

from bot.base.plain_text import clean

_TIME = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\.?)?"
_DATE = r"\d{1,4}[./-]\d{1,2}(?:[./-]\d{2,4})?"
_CHAT_HEAD = re.compile(
    rf"^(?:\[(?:{_DATE},?\s{_TIME}|{_TIME},\s?{_DATE})\]\s?|{_DATE},?\s(?:à\s)?{_TIME}\s[-–]\s)"
    r"(?=[^:\n]*[^\W\d_])[^:\n]{1,60}:(?=\s|$)",
    re.IGNORECASE,
)
_FORWARDED = re.compile(
    r"^(?:forwarded(?: message)?(?: from .{1,60})?|<media omitted>|\(?edited\)?|image omitted|"
    r"(?:transféré|reenviado|encaminhada|تم توجيهها))$",
    re.IGNORECASE,
)
_EMPHASIS = re.compile(r"(?<![\w*_~])([*_~])(?=[^\s*_~])([^\n]{1,300}?)(?<=\S)\1(?![\w*_~])")
_FENCE = re.compile(r"```|`")
_COMMAND = re.compile(r"^/new(?:@\w+)?(?=\s|$)")
_VARIATIONS = re.compile("[\ufe0e\ufe0f\u200c\u200d\u20e3]|[\U0001f3fb-\U0001f3ff]")
_KEYCAP = re.compile("([0-9])️?⃣(?![0-9])")
_CIRCLED = re.compile("[①-⑳⑴-⒇]")
_TABS = re.compile(r"\t+")
_PARTING = frozenset({"Cc", "Cn", "Co", "Cs"})
_ORNAMENT = re.compile(r"^(?:[>»«•▪◦●○■□–—‣·➤➢▶►✓✔✅☑👉🔹🔸*]+|-(?=\s))\s*|\s*[*~`•·]+$")


def lines_of(text: str) -> list[str]:
    """Return the cleaned lines of a text; "" is an empty line, or stands for a message's head."""
    cleaned = [_cleaned(raw) for raw in unicodedata.normalize("NFC", text).splitlines()]
    heads = sum(_CHAT_HEAD.match(line) is not None for line in cleaned)
    is_dictated = heads == sum(map(bool, cleaned))  # each line was sent as its own message
    lines: list[str] = []
    for line in cleaned:
        bare = _CHAT_HEAD.sub("", _COMMAND.sub("", line))
        bare = bare if bare.strip() or _COMMAND.match(line) else line
        if bare != line and not is_dictated:
            lines.append("")
        bare = bare.strip()
        if _FORWARDED.match(bare):
            lines.append("")
            continue
        bare = _FENCE.sub(" ", bare).strip()
        # One emphasis may stand within another, as in “*_both_*”.
        for _ in range(2):
            bare = _EMPHASIS.sub(r"\2", bare)
        lines.append(without_ornament(bare))
    return lines


def _cleaned(line: str) -> str:
    """Clean a line; a sign that cannot be in a word becomes a blank."""
    line = _TABS.sub(" | ", _KEYCAP.sub(r"\g<1>. ", numbered(line)))
    plain: list[str] = []
    for char in _VARIATIONS.sub("", line):
        category = unicodedata.category(char)
        # Replace a sign for letters or digits, such as “Ⓐ”, by these.
        letters = unicodedata.normalize("NFKC", char) if category == "So" else ""
        if any(map(str.isalnum, letters)):
            plain.append(f" {letters} ")
        else:
            plain.append(" " if category in _PARTING else char)
    return clean("".join(plain))


def numbered(line: str) -> str:
    """Write circled numbers of a list as plain ones."""
    return _CIRCLED.sub(lambda found: f"{int(unicodedata.numeric(found[0]))}. ", line)


def without_ornament(line: str) -> str:
    """Drop ornaments such as bullets at both ends of a line."""
    before = None
    while before != line:
        before, line = line, _ORNAMENT.sub("", line).strip()
    return line
