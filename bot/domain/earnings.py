"""Riders' earnings: a commission for each delivery, from the fleet service, and tips."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bot.domain.cash import Cash


@dataclass(frozen=True, slots=True)
class Earned:
    """A rider's earnings from one delivery; `commission` is `None` if nobody tells it."""

    commission: Cash | None = None
    tips: tuple[Cash, ...] = ()


NOTHING = Earned()


@dataclass(frozen=True, slots=True)
class EarningSums:
    """The earnings from several deliveries, in hundredths by currency.

    `untold` counts the deliveries without a known commission, if others have one.
    """

    commissions: Mapping[str, int] = field(default_factory=dict)
    tips: Mapping[str, int] = field(default_factory=dict)
    untold: int = 0

    @classmethod
    def of(cls, earned: Iterable[Earned]) -> "EarningSums":
        commissions, tips, untold = Counter[str](), Counter[str](), 0
        for each in earned:
            untold += each.commission is None
            if each.commission is not None:
                commissions[each.commission.currency] += each.commission.hundredths
            for tip in each.tips:
                tips[tip.currency] += tip.hundredths
        return cls(dict(commissions), dict(tips), untold if commissions else 0)

    @property
    def currencies(self) -> list[str]:
        return sorted({*self.commissions, *self.tips})

    @property
    def whole(self) -> list[Cash]:
        """Commissions and tips together, by currency."""
        return [
            Cash(self.commissions.get(each, 0) + self.tips.get(each, 0), each)
            for each in self.currencies
        ]
