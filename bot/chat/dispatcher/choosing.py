"""Keys that ask for a group or a person: which answers belong to what was asked."""

import secrets

from bot.store.dialogs import Question

_NUMBERS = 2**31 - 1
"""Numbers of keys are positive and have 32 bits with their sign; the next one is a key's, too."""


class Choice(Question):
    """Something that is to be chosen, by a key with this number, or the next one."""

    request_id: int

    def is_answered_by(self, request_id: int, keys: int = 1) -> bool:
        """Tell whether an answer is that to one of so many keys."""
        return request_id in range(self.request_id, self.request_id + keys)


def new_request_id() -> int:
    """Make a number that nobody can know who was not shown the key."""
    return secrets.randbelow(_NUMBERS)
