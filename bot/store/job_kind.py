"""The kinds of the bot's jobs."""

from enum import StrEnum


class JobKind(StrEnum):
    """Each kind has a worker of its own; the values stand in the database."""

    UPDATE = "update"
    EVENT = "event"
    FLEET_REQUEST = "command"
    NOTICE = "notice"
    PHOTO = "photo"

    @property
    def label(self) -> str:
        """The name that operators read, even if the database keeps an older word."""
        return self.name.lower()


LABELS = {kind.value: kind.label for kind in JobKind}
