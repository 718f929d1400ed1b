"""The client for scripts without asyncio: the same methods, each waited for."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from functools import partial
from types import TracebackType
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar

from bot.fleet.adoption import create_or_adopt
from bot.fleet.client import FleetClient
from bot.fleet.service_profile import Profile
from bot.fleet.sweeps import ended_deliveries, open_deliveries
from bot.fleet.wire import Wire

P = ParamSpec("P")
T = TypeVar("T")


class _Waited(Generic[P, T]):
    """A method of `FleetClient` as one of `BlockingFleet`, which waits for the answer."""

    def __init__(
        self, method: Callable[Concatenate[FleetClient, P], Coroutine[Any, Any, T]]
    ) -> None:
        self._method = method
        self.__doc__ = method.__doc__

    def __get__(self, fleet: "BlockingFleet", _: object = None) -> Callable[P, T]:
        def ask(*args: P.args, **kwargs: P.kwargs) -> T:
            return fleet.run(self._method(fleet.open, *args, **kwargs))

        return ask


class _Iterated(Generic[P, T]):
    """An iterator of `FleetClient` as one of `BlockingFleet`, which waits for each page."""

    def __init__(self, method: Callable[Concatenate[FleetClient, P], AsyncIterator[T]]) -> None:
        self._method = method
        self.__doc__ = method.__doc__

    def __get__(self, fleet: "BlockingFleet", _: object = None) -> Callable[P, Iterator[T]]:
        def each(*args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
            records = self._method(fleet.open, *args, **kwargs)
            while True:
                try:
                    yield fleet.run(_next(records))
                except StopAsyncIteration:
                    return

        return each


class BlockingFleet:
    """Asks one account at one fleet service, and waits for each answer.

    It is opened and closed by `with`. Its methods are those of `FleetClient`, with the same
    arguments, answers and errors; the profile is `FleetClient`'s, the settings are those of `Wire`.

    Raises:
        ValueError: the base URL or the key cannot be used.
        RuntimeError: an event loop runs in this thread, where `FleetClient` is to be awaited.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        profile: Profile | None = None,
        **settings: Any,  # noqa: ANN401 - Wire's
    ) -> None:
        self._runner = asyncio.Runner()
        self._profile = profile
        self._wire = partial(Wire, base_url, api_key, **settings)
        self._client: FleetClient | None = None

    def __enter__(self) -> Self:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            pass  # no loop runs, as it should be
        else:
            raise RuntimeError("an event loop runs here: await the methods of FleetClient instead")
        try:
            self._client = self._runner.run(self._made())
        except BaseException:
            self._runner.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            self._runner.run(self.open.aclose())
        finally:
            self._client = None
            self._runner.close()

    create_delivery = _Waited(FleetClient.create_delivery)
    create_or_adopt = _Waited(create_or_adopt)
    update_delivery = _Waited(FleetClient.update_delivery)
    assign = _Waited(FleetClient.assign)
    get_delivery = _Waited(FleetClient.get_delivery)
    list_deliveries = _Waited(FleetClient.list_deliveries)
    deliveries = _Iterated(FleetClient.deliveries)
    update_status = _Waited(FleetClient.update_status)
    create_rider = _Waited(FleetClient.create_rider)
    list_riders = _Waited(FleetClient.list_riders)
    riders = _Iterated(FleetClient.riders)
    all_riders = _Waited(FleetClient.all_riders)
    get_rider = _Waited(FleetClient.get_rider)
    rider_history = _Waited(FleetClient.rider_history)
    rider_deliveries = _Iterated(FleetClient.rider_deliveries)
    change_rider_status = _Waited(FleetClient.change_rider_status)
    get_booking_link = _Waited(FleetClient.get_booking_link)
    open_deliveries = _Iterated(open_deliveries)
    ended_deliveries = _Iterated(ended_deliveries)

    def run(self, asked: Coroutine[Any, Any, T]) -> T:
        """Wait for an answer; an interruption ends the asking."""
        return self._runner.run(asked)

    async def _made(self) -> FleetClient:
        return FleetClient(self._wire(), self._profile)

    @property
    def open(self) -> FleetClient:
        """The client that asks; it is there in the `with` block."""
        if self._client is None:
            raise RuntimeError("the client is not open: use it in a `with` block")
        return self._client


async def _next(records: AsyncIterator[T]) -> T:
    return await anext(records)
