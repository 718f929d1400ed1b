"""A dispatcher wants a report: read in the background, so that nobody else waits for it."""

import asyncio
from datetime import date, timedelta
from typing import Literal

from bot.actions.access import Action
from bot.actions.dispatcher import lookup, report
from bot.actions.fleet_requests.account_operation import AccountOperation
from bot.actions.request_queue import FleetRequest
from bot.base.database.transaction import Transaction
from bot.fleet import Refused
from bot.texts.dispatcher import report as texts
from bot.texts.dispatcher import report_chart, report_table
from bot.texts.message import Message
from bot.texts.words import Words


class CountReport(FleetRequest):
    """A dispatcher wants the figures from one day to another, both included."""

    allowed_by = Action.SEE_REPORT

    kind: Literal["count_report"] = "count_report"
    first: date
    last: date

    @property
    def lane(self) -> str:
        return f"report:{self.by}"


class CountReportOperation(AccountOperation[CountReport]):
    """Only reads, so it may be repeated as often as necessary."""

    carries_out = CountReport

    expires = timedelta(minutes=10)

    async def run(self, say: Words) -> None:
        try:
            counted = await report.count(self.context, self.request.first, self.request.last)
        except lookup.TooMany:
            await self.end(texts.too_many(say, lookup.MOST))
            return
        # In a thread, because drawing and writing would keep others waiting.
        picture = await asyncio.to_thread(report_chart.chart, counted.bars)
        business = self.context.identity
        lines = await asyncio.to_thread(
            report_table.table,
            say,
            counted.deliveries,
            counted.earned,
            business.zone,
            business.country,
            counted.goods,
        )
        by_hour = self.request.first == self.request.last

        def tell(tx: Transaction) -> None:
            self.finish(tx, texts.report(say, counted.figures))
            if counted.deliveries:
                self.tell(tx, texts.chart(say, picture, by_hour=by_hour), "chart")
                self.tell(tx, texts.table(say, lines, counted.figures), "table")
            if counted.figures.money or counted.figures.hours:
                money = report_table.money_table(say, counted.figures, business.country)
                self.tell(tx, texts.money_table(say, money, counted.figures), "cash")

        await self.context.database.write(tell)

    def refused(self, say: Words, refusal: Refused) -> Message:
        return texts.refused(say, refusal.message)

    def expired(self, say: Words) -> Message:
        return say.message(texts.GIVEN_UP)
