"""A line to PostgreSQL on which the answer to a commit can be lost, as where the server dies."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.engine import make_url


class LossyLine:
    """Leads to a server on this machine. `losing` says that the next commit is not answered."""

    def __init__(self, url: str) -> None:
        self._url = make_url(url)
        self.losing = False
        self.lost = asyncio.Event()

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[str]:
        """Return the address of this line, which is open while the block lasts."""
        server = await asyncio.start_server(self._lead, "127.0.0.1")
        port = server.sockets[0].getsockname()[1]
        here = self._url.set(host="127.0.0.1", port=port, query={})
        try:
            yield here.render_as_string(hide_password=False)
        finally:
            server.close()

    async def _lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        socket = f"{self._url.query['host']}/.s.PGSQL.5432"
        answers, server = await asyncio.open_unix_connection(socket)
        answering = asyncio.create_task(_pass_on(answers, writer))
        try:
            while said := await reader.read(2**16):
                if self.losing and b"COMMIT" in said:
                    await self._lose_the_answer(said, answering, answers, server)
                    return
                server.write(said)
        finally:
            answering.cancel()
            server.close()
            writer.close()

    async def _lose_the_answer(
        self,
        said: bytes,
        answering: asyncio.Task[None],
        answers: asyncio.StreamReader,
        server: asyncio.StreamWriter,
    ) -> None:
        self.losing = False
        answering.cancel()
        await asyncio.gather(answering, return_exceptions=True)
        server.write(said)
        await answers.read(1)  # it is committed
        self.lost.set()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while said := await reader.read(2**16):
        writer.write(said)
