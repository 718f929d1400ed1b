"""What the bot's jobs are about."""

from enum import StrEnum


class JobKind(StrEnum):
    """Each kind has a worker of its own; the values stand in the database."""

    UPDATE = "update"
    EVENT = "event"
    FLEET_REQUEST = "command"
    NOTICE = "notice"
