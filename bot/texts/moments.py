"""Times, as Telegram's own entity: each reader sees them in their zone and in their manner."""

from datetime import UTC, datetime

from bot.texts.html import Html, isolated


def clock_time(moment: datetime) -> Html:
    """Show hour and minute; an old Telegram shows them in UTC and says so."""
    return _entity(moment, "t", f"{moment.astimezone(UTC):%H:%M} UTC")


def day(moment: datetime) -> Html:
    """Show the date."""
    return _entity(moment, "d", f"{moment.astimezone(UTC):%Y-%m-%d}")


def day_and_time(moment: datetime) -> Html:
    """Show the day, hour and minute; an old Telegram shows them in UTC and says so."""
    return _entity(moment, "Dt", f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC")


def _entity(moment: datetime, form: str, fallback: str) -> Html:
    seconds = int(moment.timestamp())
    return isolated(Html(f'<tg-time unix="{seconds}" format="{form}">{fallback}</tg-time>'))
