"""Formatted text: parsed from HTML and Markdown, detected by itself, and rendered as HTML."""
