"""Rich messages, read from HTML, Markdown or blocks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markdown_it import MarkdownIt

from bot.local_telegram.markup import InlineButton
from bot.local_telegram.refusals import Refusal, bad_request
from bot.local_telegram.rich.blocks import BlockReader
from bot.local_telegram.rich.html import blocks_of_html

_MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])


@dataclass(frozen=True)
class RichMessage:
    """The blocks of a message, the buttons in them in their order, and its plain text."""

    blocks: list[dict[str, Any]]
    buttons: tuple[InlineButton, ...]
    text: str
    is_rtl: bool

    def as_json(self) -> dict[str, Any]:
        return {"blocks": self.blocks, **({"is_rtl": True} if self.is_rtl else {})}


def read_rich_message(
    wish: Mapping[str, Any], *, private: bool, draft: bool = False
) -> RichMessage:
    """Read an `InputRichMessage`; raise `ApiError` if it breaks the rules of the Bot API.

    Media are refused, and entities are not detected. Telegram has not published the words of these
    refusals, so they are worded here.
    """
    given = [form for form in ("html", "markdown", "blocks") if wish.get(form) is not None]
    if len(given) != 1:
        raise bad_request("rich message must have exactly one of html, markdown and blocks")
    if wish.get("media"):
        raise Refusal.RICH_MEDIA.error()
    form = given[0]
    blocks = wish[form]
    if form != "blocks":
        if not isinstance(wish[form], str):
            raise Refusal.RICH_UNREADABLE.error("a string is expected")
        # Rendered Markdown has the same tags, and HTML in it stays as it is.
        markup = _MARKDOWN.render(wish[form]) if form == "markdown" else wish[form]
        blocks = blocks_of_html(markup)
    reader = BlockReader(private=private, draft=draft)
    read = reader.message(blocks)
    return RichMessage(read, tuple(reader.buttons), reader.text, bool(wish.get("is_rtl")))
