"""A desk on aiogram: a table of orders, a button in each row, and an edit after each press."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from aiogram import Bot, Dispatcher
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.types import (
    CallbackQuery,
    DisabledButton,
    InputRichBlockDetails,
    InputRichBlockParagraph,
    InputRichBlockSectionHeading,
    InputRichBlockTable,
    InputRichMessage,
    Message,
    RichBlockTableCell,
    RichMessageButton,
    RichTextButton,
)

ORDERS = ("1043", "1044")


def cell(text: object, *, is_header: bool = False) -> RichBlockTableCell:
    return RichBlockTableCell(align="left", valign="top", text=text, is_header=is_header or None)


def desk(given: Sequence[str] = ()) -> InputRichMessage:
    """Return a table of the orders, where those that are given away say so."""
    rows = [[cell("Order", is_header=True), cell("Rider", is_header=True)]]
    for order in ORDERS:
        button = RichMessageButton(text="Give", callback_data=f"give:{order}", style="link")
        if order in given:
            button = RichMessageButton(text="Grace", disabled=DisabledButton())
        rows.append([cell(order), cell(RichTextButton(button=button))])
    return InputRichMessage(
        blocks=[
            InputRichBlockSectionHeading(text="Board", size=2),
            InputRichBlockTable(cells=rows, is_striped=True),
            InputRichBlockDetails(
                summary="Yesterday", blocks=[InputRichBlockParagraph(text="18 delivered")]
            ),
        ]
    )


async def show(message: Message) -> None:
    sent = await message.bot.send_rich_message(message.chat.id, desk())
    assert sent.rich_message.blocks[1].cells[1][0].text == ORDERS[0]


async def give(query: CallbackQuery) -> None:
    await query.answer("Given")
    edited = await query.message.edit_text(rich_message=desk([query.data.partition(":")[2]]))
    assert edited.rich_message.blocks[0].text == "Board"


@asynccontextmanager
async def running(token: str, url: str) -> AsyncIterator[Bot]:
    dp = Dispatcher()
    dp.message.register(show)
    dp.callback_query.register(give)
    session = AiohttpSession(api=TelegramAPIServer.from_base(url))
    async with Bot(token, session=session) as bot:
        polling = asyncio.create_task(
            dp.start_polling(bot, handle_signals=False, close_bot_session=False)
        )
        yield bot
        await dp.stop_polling()
        await polling
