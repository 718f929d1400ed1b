"""Polls and quizzes, with the votes of people."""

import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.local_telegram.formatting.entities import FormattedText


@dataclass(frozen=True)
class Poll:
    """A question with two to twelve options; `right` are the correct options of a quiz."""

    question: FormattedText
    options: tuple[FormattedText, ...]
    kind: str = "regular"
    is_anonymous: bool = True
    several: bool = False
    right: tuple[int, ...] = ()
    explanation: FormattedText = field(default_factory=FormattedText)
    is_closed: bool = False
    votes: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """The options that each person has chosen, by the person's id."""
    poll_id: str = field(default_factory=lambda: str(secrets.randbits(62)))

    def voted(self, person_id: int, chosen: tuple[int, ...]) -> "Poll":
        """Return the poll with a person's vote; an empty choice retracts it.

        Raises `ValueError` if Telegram would not allow the vote.
        """
        if self.is_closed:
            raise ValueError("the poll is over")
        if any(option not in range(len(self.options)) for option in chosen):
            raise ValueError(f"there are {len(self.options)} options, counted from 0")
        if len(chosen) > 1 and not self.several:
            raise ValueError("one option can be chosen")
        if self.kind == "quiz" and person_id in self.votes:
            raise ValueError("an answer to a quiz stays")
        others = {voter: vote for voter, vote in self.votes.items() if voter != person_id}
        return replace(self, votes={**others, person_id: chosen} if chosen else others)

    def as_json(self) -> dict[str, Any]:
        return {"poll": self.poll_json()}

    def poll_json(self) -> dict[str, Any]:
        """Return the Bot API's `Poll`."""
        counts = Counter(option for vote in self.votes.values() for option in vote)
        options = [
            {**_words(option, "text"), "persistent_id": str(number), "voter_count": counts[number]}
            for number, option in enumerate(self.options)
        ]
        poll: dict[str, Any] = {
            "id": self.poll_id,
            **_words(self.question, "question"),
            "options": options,
            "total_voter_count": len(self.votes),
            "is_closed": self.is_closed,
            "is_anonymous": self.is_anonymous,
            "type": self.kind,
            "allows_multiple_answers": self.several,
            "allows_revoting": self.kind != "quiz",
            "members_only": False,
        }
        if self.kind == "quiz":
            poll["correct_option_id"] = self.right[0]
            poll["correct_option_ids"] = list(self.right)
            if self.explanation.text:
                poll |= _words(self.explanation, "explanation")
        return poll


def _words(words: FormattedText, name: str) -> dict[str, Any]:
    marked = [entity.as_json() for entity in words.entities]
    return {name: words.text, **({f"{name}_entities": marked} if marked else {})}
