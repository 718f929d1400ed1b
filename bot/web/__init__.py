"""The ASGI app that machines post to, and that people without Telegram read."""
