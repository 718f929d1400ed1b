"""Handover: a Telegram bot for delivery businesses, and the fleet service it works against."""

import sys

__version__ = "0.2.0"

# httpx imports its command line, and that brings rich and pygments: 7 MB for what nobody here runs.
sys.modules.setdefault("httpx._main", None)  # type: ignore[arg-type]
