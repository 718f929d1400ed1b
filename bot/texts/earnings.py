"""Texts about riders' earnings: in all, and of one delivery."""

from bot.domain.cash import Cash
from bot.domain.earnings import Earned, EarningSums
from bot.texts import money
from bot.texts.html import Html, dotted
from bot.texts.money import amount
from bot.texts.words import Words


def line(say: Words, earnings: EarningSums) -> Html:
    """Tell the total earnings and how much of it is tips; nothing if nothing is known."""
    tips_by_currency = sorted(earnings.tips.items())
    tips = money.amounts(
        say, (Cash(hundredths, currency).money for currency, hundredths in tips_by_currency)
    )
    if not earnings.commissions:
        return say("💝 Tips: {amount}", amount=tips) if tips else Html()
    return dotted(
        say("💼 Earned: {amount}", amount=amounts(say, earnings)),
        say("💝 tips in it: {amount}", amount=tips) if tips else Html(),
        say.many(
            "commission of {count} not known",
            "commissions of {count} not known",
            count=earnings.untold,
        )
        if earnings.untold
        else Html(),
    )


def amounts(say: Words, earnings: EarningSums) -> Html:
    """Write the total earnings, currency by currency."""
    return money.amounts(say, (cash.money for cash in earnings.whole))


def of_one(say: Words, earned: Earned) -> Html:
    """Tell the earnings of one delivery: the commission, and the tips on top of it."""
    commission = earned.commission
    return dotted(
        Html(f"💼 {amount(say, commission.money)}") if commission else Html(),
        *(Html(f"💝 {amount(say, tip.money)}") for tip in earned.tips),
    )
