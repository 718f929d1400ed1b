"""A dispatcher wants a report: read in the background, so that nobody else waits for it."""

import asyncio
from datetime import timedelta

from bot.actions.commands import CountReport
from bot.actions.dispatcher import report
from bot.actions.execute.errand import Errand
from bot.fleet import Refused
from bot.store.people import Person
from bot.texts.dispatcher import report as texts
from bot.texts.dispatcher import report_chart, report_table
from bot.texts.message import Message
from bot.texts.words import Words


class Counting(Errand[CountReport]):
    """Reads only, as often as it takes."""

    expires = timedelta(minutes=10)

    async def run(self, person: Person) -> None:
        say = Words(person.language)
        try:
            counted = await report.count(self.context, self.command.first, self.command.last)
        except report.TooLarge:
            async with self.context.database.write() as tx:
                await self.finish(tx, texts.too_large(say, report.MOST))
            return
        # Drawing and writing take long enough to be felt by whoever else is served meanwhile.
        picture = await asyncio.to_thread(report_chart.chart, counted.bars)
        zone = self.context.identity.zone
        lines = await asyncio.to_thread(report_table.table, say, counted.deliveries, zone)
        by_hour = self.command.first == self.command.last
        async with self.context.database.write() as tx:
            await self.finish(tx, texts.report(say, counted.figures))
            if counted.deliveries:
                await self.tell(tx, texts.chart(say, picture, by_hour=by_hour), "chart")
                await self.tell(tx, texts.table(say, lines, counted.figures), "table")

    def refused(self, say: Words, refusal: Refused) -> Message:
        return texts.refused(say, refusal.message)

    def expired(self, say: Words) -> Message:
        return say.message(texts.GIVEN_UP)
