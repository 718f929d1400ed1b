"""Formatted text: what Telegram reads from HTML, Markdown and entity lists, and finds by itself."""
