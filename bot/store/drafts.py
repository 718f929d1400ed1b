"""Drafts: a delivery that somebody is about to make, as the dialog about it keeps it."""

import hashlib
from collections.abc import Callable, Collection, Sequence
from datetime import timedelta

from bot.domain.draft import DIGEST_CHARACTERS, Draft, DraftPart, Spot
from bot.store.dialogs import Question


class DraftSource(DraftPart):
    """A text that drafts were read from: who has written it, and the country of its numbers.

    `author` is the number of their account.
    """

    text: str
    author: int
    country: str

    @property
    def name(self) -> str:
        """Name this text, for its drafts."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:DIGEST_CHARACTERS]


class OpenDraft(DraftPart, Question):
    """Drafts as their dialog keeps them: the one in hand, and those before and behind it.

    `asked` is what was asked last of the one in hand; `None` where it is shown, or all of them are.
    `place` is the chat in which that stands.
    """

    name = "new"
    lasts = timedelta(hours=2)

    draft: Draft
    asked: Spot | None = None
    before: tuple[Draft, ...] = ()
    behind: tuple[Draft, ...] = ()
    shows_all: bool = False
    sources: tuple[DraftSource, ...] = ()
    place: int = 0

    @classmethod
    def of(cls, drafts: Sequence[Draft], sources: Sequence[DraftSource] = ()) -> "OpenDraft":
        """Return drafts with the first one that lacks something in hand, or all of them shown."""
        opened = cls(draft=drafts[0], behind=tuple(drafts[1:]), sources=tuple(sources))
        return opened.with_next_question()

    @property
    def drafts(self) -> tuple[Draft, ...]:
        return (*self.before, self.draft, *self.behind)

    @property
    def number(self) -> int:
        """Which of them is in hand, beginning with 0."""
        return len(self.before)

    @property
    def is_one_of_several(self) -> bool:
        return len(self.drafts) > 1

    @property
    def digest(self) -> str:
        """Name exactly this content, short enough for a button."""
        contents = "".join(draft.digest for draft in self.drafts)
        return hashlib.sha256(contents.encode()).hexdigest()[:DIGEST_CHARACTERS]

    @property
    def incomplete(self) -> int:
        """How many of them lack something."""
        return sum(draft.first_blank() is not None for draft in self.drafts)

    def changed(self, draft: Draft, asked: Spot | None = None) -> "OpenDraft":
        """Return the same with another content of the draft in hand, which is shown or asked of."""
        return self.model_copy(update={"draft": draft, "asked": asked, "shows_all": False})

    def in_hand(self, number: int) -> "OpenDraft":
        """Return the same with another draft in hand, which is shown."""
        drafts = self.drafts
        number = min(number, len(drafts) - 1)
        return OpenDraft(
            draft=drafts[number],
            before=drafts[:number],
            behind=drafts[number + 1 :],
            sources=self.sources,
        )

    def all_shown(self) -> "OpenDraft":
        return self.model_copy(update={"asked": None, "shows_all": self.is_one_of_several})

    def with_next_question(self) -> "OpenDraft":
        """Ask for what is missing next, of the draft in hand and then of the others.

        Where nothing is, the draft is shown, and of several drafts all.
        """
        # From the one in hand to the last, and then those before it.
        first = self.number
        numbers = (*range(first, len(self.drafts)), *range(first))
        for number in numbers:
            blank = self.drafts[number].first_blank()
            if blank is not None:
                return self.in_hand(number).model_copy(update={"asked": blank})
        return self.all_shown()

    def with_more(
        self, drafts: Sequence[Draft], sources: Sequence[DraftSource] = ()
    ) -> "OpenDraft":
        """Return the same with more drafts behind these."""
        return OpenDraft.of((*self.drafts, *drafts), (*self.sources, *sources))

    def without(self, numbers: Collection[int]) -> "OpenDraft | None":
        """Return the others; `None` if there are none."""
        others = [draft for at, draft in enumerate(self.drafts) if at not in numbers]
        return OpenDraft.of(others, self.sources) if others else None

    def each(self, change: Callable[[Draft], Draft]) -> "OpenDraft":
        """Return the same with every draft changed alike."""
        return self.model_copy(
            update={
                "draft": change(self.draft),
                "before": tuple(map(change, self.before)),
                "behind": tuple(map(change, self.behind)),
            }
        )
