"""Formatted text: what Telegram reads from HTML, Markdown and entity lists, and finds by itself."""

from bot.demo.telegram.formatting.detect import detected
from bot.demo.telegram.formatting.entities import Entity, FormattedText
from bot.demo.telegram.formatting.errors import ParseError
from bot.demo.telegram.formatting.html import parse_html
from bot.demo.telegram.formatting.markdown import parse_markdown
from bot.demo.telegram.formatting.markdown_v2 import parse_markdown_v2
from bot.demo.telegram.formatting.render import render_html

__all__ = [
    "Entity",
    "FormattedText",
    "ParseError",
    "detected",
    "parse_html",
    "parse_markdown",
    "parse_markdown_v2",
    "render_html",
]
