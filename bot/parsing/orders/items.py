"""The items of a parcel as people write them: quantity, description, and value of one."""

import re

from bot.base.plain_text import clean
from bot.domain.draft import DraftItem
from bot.domain.limits import LONGEST_LINE
from bot.parsing.orders.amounts import has_currency, price_at, read_amount
from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.parties import without_articles
from bot.parsing.orders.words_of import folded_words, words_of

_TIMES_BEFORE = re.compile(
    r"(?P<quantity>\d{1,6})(?:[xX×*]|\s+(?:[xX](?=[\s\d])|[×*]))(?!-\w)\s*(?P<rest>\S.*)"
)
_COUNT_BEFORE = re.compile(r"(?P<quantity>\d{1,3})\s+(?P<rest>[^\W\d_].*)")
_NAMED_COUNT = re.compile(
    r"(?P<rest>[^\d\s].*?)[\s,(]+(?:عدد|qty|qt[eé]|cant|qtd)\.?\s*:?\s*(?P<quantity>\d{1,4})\)?",
    re.IGNORECASE,
)
_CELL = re.compile(
    r"(?P<thing>\S.*?)(?:\s*(?:\||\s/\s)\s*|\s+(?=\d{1,3} of ))(?P<n>\d{1,3})(?:\s/| of \d{1,3})?"
)
"""“Soap | 2”, and “Soap 2 of 2” on a shop's slip."""
_EACH_AND_ALL = re.compile(r"(?P<bare>.*@\s?(?P<price>\S*\d\S*))\s{2,}(?P<all>\S*\d\S*)")
_TIMES = re.compile(r"(?:^|\s)\d{1,4}\s*[xX×]|[xX×]\s*\d{1,4}$")
_TIMES_BEHIND = re.compile(
    r"(?P<rest>\S.*?)[\s(\[]+(?:[xX×*]\s*(?P<a>\d{1,4})|(?P<b>\d{1,4})\s*[xX×])[)\]]?"
    r"|(?P<thing>\S.*?)\s*\((?P<c>\d{1,3})(?P<unit>\s[^\W\d_]+)?\)"
    r"|(?P<listed>\S.*?)\s+[-–]\s+(?P<d>\d{1,2})"
)
_UNITS = (
    "packs?|pcs|pieces?|pi[eè]ces?|unid(?:ad(?:es)?|ades?)?|und|uds?|bolsas?|botes?|"
    "حب[هة]|علب[هة]?|قطع[هة]?"
)
_UNITS_BEHIND = re.compile(
    rf"(?P<thing>\D*[^\W\d_])\s+(?P<n>\d{{1,3}})\s?(?P<unit>{_UNITS})\.?", re.IGNORECASE
)
_COUNT_BEHIND = re.compile(r"(?P<thing>\D*[^\W\d_])\s+(?P<n>\d{1,2})")
_MOST_BEHIND = 20
_FORM = re.compile(r"(?P<thing>\S(?:.*\S)?) (?P<value>[0-9]{1,10})")
_EACH = re.compile(
    r"\s*/\s?(?:uds?|unid(?:ade)?|un|u|pcs?|pi[eè]ce|unit[eé]?|ea|each)\.?$|"
    r"\s*\(?(?:each|ea|per (?:one|piece|plate)|chacune?|l'unité|c/u|"
    r"cada(?: um| uma| uno| una)?|(?:la |par )?pi[eè]ce|l'une?|la unidad|a unidade|للواحدة?)\)?$",
    re.IGNORECASE,
)
_BY = re.compile(r"\s*@\s*|\s*\(\s*@?\s*|\s*:\s+|\s+(?:at|à|a|por|for|pour)\s+|\s+[-–—]\s+|\s+")
_SPLIT = re.compile(
    r"\s*(?:[;،\n|+&•]|\s/\s|,(?!\d)|\s(?:and|et|y|e|و)\s|\s(?=\d{1,2}\s*[xX×]?\s+[^\W\d_]))\s*",
    re.IGNORECASE,
)
_PLAIN_SPLIT = re.compile(r"\s*[,;،\n|•]\s*|\s+\+\s+")
_LEAST_BARE = 100
"""The least number behind a thing that is a price without a word for money."""
_MOST_MODEL = 1000
# These limits keep the time short for a text that repeats itself: a pattern runs at each gap.
_LONGEST_PRICE = 40
_LOOKED_AHEAD = 80
_LONGEST_NUMBER_WORD = 20
_LONGEST = 2 * LONGEST_LINE
"""The most characters of one item with its quantity and value."""


def read_item(line: str) -> DraftItem | None:
    """Read `2 x Jollof rice 3000`, as the form writes it; quantity and value are optional."""
    return _read(line, is_trusted=True)


def read_items(text: str) -> tuple[DraftItem, ...]:
    """Read the items that a line lists; return () if any of them cannot be read.

    A number behind a thing that may be its model, size or price stays in the description.
    """
    items = [_read(part, is_trusted=False) for part in _listed(text)]
    return tuple(item for item in items if item) if all(items) else ()


def things_in(text: str) -> tuple[DraftItem, ...]:
    """Read the items of a whole value; return () if it names none.

    Read a text that begins with a number as the form writes it, unless it is a list of several.
    """
    item = read_item(text) if text[:1].isdecimal() else None
    items = read_items(text)
    return (item,) if item and (not items or (item.value and len(items) == 1)) else items


def _read(line: str, *, is_trusted: bool) -> DraftItem | None:
    text = clean(line)
    if len(text) > _LONGEST:
        return None
    words = words_of(text)
    texts = [word.text for word in words]
    # Drop thanks at the end of the line: “2 cakes. Thanks”.
    for at in range(1, len(words)):
        if lexicon().only("words.thanks", texts[at:]):
            text = text[: words[at].start].rstrip(" .,;!-–—")
            break
    text = without_articles(text)
    is_form = _TIMES_BEFORE.fullmatch(text) is not None
    if not text or text[0] in "-\u2212" or not (is_form or any(map(str.isalpha, text))):
        return None
    quantity, rest = count_of(text)
    plain = _FORM.fullmatch(rest) if is_form and is_trusted and "@" not in rest else None
    if plain:
        description, value = plain["thing"], int(plain["value"])
    else:
        description, value = _priced(rest, is_form=is_form)
    if rest == text and value:
        quantity, description = count_of(description)
    is_nothing = not description or has_currency(description)
    if quantity == 0 or is_nothing or len(description) > LONGEST_LINE:
        return None
    return DraftItem(description=description, quantity=quantity, value=value)


def counts_things(text: str) -> bool:
    """Tell whether a text begins or ends with a quantity."""
    return count_of(clean(text))[1] != clean(text)


def ends_with_number(text: str) -> bool:
    """Tell whether a text ends with a bare number: a quantity, or part of the thing's name."""
    return _COUNT_BEHIND.fullmatch(clean(text)) is not None


def says_price_of_one(text: str) -> bool:
    """Tell whether a text says that its price is for one piece."""
    return "@" in text or _EACH.search(text[-_LONGEST:]) is not None


def counted_line(line: str, *, is_listed: bool) -> tuple[str, str] | None:
    """Read a slip's line that counts a thing; return the counted thing, and its prices as a note.

    Nothing says whether a price is for one or for all. `is_listed`: the line stands below a
    heading for items, so a thing with a price but no quantity is one piece.
    """
    each = _EACH_AND_ALL.fullmatch(line) if len(line) <= _LONGEST else None
    bare = each["bare"] if each else line
    if says_price_of_one(bare) and "=" not in bare and read_items(bare):
        return bare, f"{bare} = {each['all']}" if each and each["all"] != each["price"] else ""
    rest, sums = line, ""
    while cut := price_at(rest):
        rest, sums = rest[:cut], f"{rest[cut:]}{sums}"
    rest = rest.strip(" >=|@:-–—")
    cells = _CELL.fullmatch(rest) if len(rest) <= _LONGEST else None
    count, thing = (int(cells["n"]), cells["thing"]) if cells else count_of(rest)
    is_counted = thing != rest and any(map(str.isalpha, thing))
    if not count or not (is_counted and (sums or is_listed or _TIMES.search(rest))):
        return None if not (is_listed and sums and rest) else (f"1 x {rest}", line)
    return f"{count} x {thing}", f"{thing}: {sums.strip(' >=|@:-–—')}" if sums.strip() else ""


def count_of(text: str) -> tuple[int, str]:
    """Return the quantity in a text, in figures or words, and the text without it."""
    if len(text) > _LONGEST:
        return 1, text
    words = words_of(text[:_LONGEST_NUMBER_WORD])
    number = lexicon().numbers.get(words[0].text) if len(words) > 1 else None
    if number is not None:
        # A number word before a capital may begin a name.
        is_name = text[words[1].start].isupper() and not text.isupper()
        is_first = not text[: words[0].start].strip()
        if is_first and text[words[0].end : words[1].start].isspace() and not is_name:
            return number, text[words[1].start :]
    if found := _NAMED_COUNT.fullmatch(text) or _TIMES_BEFORE.fullmatch(text):
        return int(found["quantity"]), found["rest"]
    if found := _COUNT_BEFORE.fullmatch(text):
        first = folded_words(found["rest"])[:1]
        # The number of “5 kg rice” is a measure, and before a currency it is a price.
        if not (lexicon().has("words.measures", first) or lexicon().has("words.currencies", first)):
            return int(found["quantity"]), found["rest"]
    return _count_behind(text)


def _count_behind(text: str) -> tuple[int, str]:
    """Return the quantity at the end of a text, and the text without it."""
    if found := _TIMES_BEHIND.fullmatch(text):
        count = found["a"] or found["b"] or found["c"] or found["d"]
        thing = (found["rest"] or found["thing"] or found["listed"]).rstrip(" -–:,")
        return int(count), f"{found['unit'] or ''} {thing}".strip()
    if found := _UNITS_BEHIND.fullmatch(text):
        return int(found["n"]), f"{found['unit']} {found['thing']}"
    if found := _COUNT_BEHIND.fullmatch(text):
        # A bare number counts the thing, unless it may be its model or its size.
        last = folded_words(found["thing"])[-1:]
        if 0 < int(found["n"]) <= _MOST_BEHIND and not lexicon().has("words.models", last):
            return int(found["n"]), found["thing"]
    return 1, text


def _priced(text: str, *, is_form: bool) -> tuple[str, int]:
    """Return the description and the value of one; the value is 0 if it is missing or has cents."""
    each = _EACH.search(text)
    priced = text[: each.start()] if each else text
    for by in _BY.finditer(priced):
        thing, price = priced[: by.start()], priced[by.end() :].strip(" ()")
        amount = read_amount(price) if len(price) <= _LONGEST_PRICE else None
        if thing and amount is not None and not amount % 1:
            is_money = has_currency(re.sub(r"[\d.,]", "", price)) or price[-1:] in "kK"
            is_named = each is not None or "@" in by.group() or is_money
            if not is_named and " " in price:
                break  # `Coke 1 500` is either one thousand and five hundred or a Coke 1
            # A bare number behind a thing is its price, unless it may be its model or its size.
            last = folded_words(thing)[-1:]
            is_model = amount < _MOST_MODEL and lexicon().has("words.models", last)
            if is_named or (not is_model and (is_form or amount >= _LEAST_BARE)):
                return thing, int(amount)
    return text, 0


def _listed(text: str) -> list[str]:
    """Split a line before each counted thing; without any quantity, split it at commas."""
    plain = [part for part in _PLAIN_SPLIT.split(text) if part]
    if not any(char.isdecimal() for char in text) and not counts_things(text):
        return plain
    parts: list[str] = []
    at = 0
    for gap in _SPLIT.finditer(text):
        behind = text[at : gap.start()]
        ahead = text[gap.end() : gap.end() + _LOOKED_AHEAD].split(",", maxsplit=1)[0]
        is_within = behind.count("(") > behind.count(")")
        if is_within or not any(map(str.isalpha, behind)) or not counts_things(ahead):
            continue
        # If only a blank stands between two things, both must be known goods.
        last = folded_words(behind[-_LOOKED_AHEAD:])[-1:]
        first = folded_words(ahead)[1:3]
        if gap.group().strip() or all(lexicon().has("words.goods", one) for one in (last, first)):
            parts.append(behind)
            at = gap.end()
    return [*parts, text[at:]] if text[at:].strip() else parts
