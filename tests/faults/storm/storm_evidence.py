"""All that a storm leaves to be judged: the fleet's truth, Telegram's log, and what people did."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.fleet import State
from bot.local_telegram import ChatMessage, LocalGroup
from bot.telegram.unconfirmed_sends import LOOKED_AT_TOGETHER
from tests.faults.chatlog import ChatLog
from tests.faults.evidence import Evidence
from tests.faults.kill_log import KillLog
from tests.faults.ledger import Ledger, Request
from tests.faults.parcels import Parcels
from tests.faults.people import Typed
from tests.faults.plan import Fate
from tests.faults.storm.fleet_truth import FleetRow
from tests.faults.storm.private_data import PrivateData
from tests.faults.storm.storm_cast import StormCast
from tests.faults.storm.strikes import BEGINNING, StrikeLog
from tests.faults.storm.telegram_log import Call, TelegramLog

ON_THE_WIRE = timedelta(milliseconds=250)
"""How long before its arrival the sender of a message may have ended, who sent it whole."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that should not be: of which check, what, and when it came about, if that is known.

    `kind` is the fault that had struck last by then, and `around` tells which were under way.
    """

    check: str
    what: str
    kind: str = ""
    at: datetime | None = None
    around: str = ""

    def __str__(self) -> str:
        when = f" ({self.at:%H:%M:%S.%f}, {self.around})" if self.at else ""
        return f"{self.check}: {self.what}{when}"


@dataclass
class StormEvidence:
    """What is judged. `rows` and `events` are from the service's database; so is `changes`.

    `left_behind` is what was found in files and logs, by its place, `handed` when the bot had which
    watcher's question.
    `unrest` is what still went on when nobody waited for rest any longer. `kept_waiting` tells how
    long others had the processor in a time.
    """

    parcels: Parcels
    log: ChatLog
    calls: TelegramLog
    strikes: StrikeLog
    cast: StormCast
    data: PrivateData
    pasted: Mapping[str, Fate] = field(default_factory=dict)
    typed: list[Typed] = field(default_factory=list)
    rows: Mapping[str, FleetRow] = field(default_factory=dict)
    changes: Sequence[tuple[datetime, FleetRow]] = ()
    events: Sequence[tuple[str, str]] = ()
    left_behind: Mapping[str, bytes] = field(default_factory=dict)
    own_ends: Sequence[str] = ()
    unrest: Sequence[str] = ()
    kept_waiting: Callable[[datetime, datetime], timedelta] = lambda _since, _until: timedelta()
    handed: Mapping[tuple[int, int], datetime] = field(default_factory=dict)

    @property
    def plain(self) -> Evidence:
        """The same for the checks that know of no faults but kills: each counts as one."""
        ledger = Ledger()
        ledger.requests.extend(
            Request(at, str(row.state), row.uuid, row.rider or "", accepted=True)
            for at, row in self.changes
        )
        kills = KillLog([strike.began for strike in self.strikes])
        return Evidence(self.parcels, ledger, self.log, kills, self.cast, self.typed)

    @property
    def chats(self) -> dict[str, list[ChatMessage]]:
        """What stands now in every chat, by who reads it."""
        people = {user.first_name: user.messages for user in self.cast.all_users}
        return {**people, **{group.title: group.messages for group in self.groups}}

    @property
    def groups(self) -> list[LocalGroup]:
        return self.cast.groups

    def finding(self, check: str, what: str, at: datetime | None = None) -> Finding:
        """Make a finding, with the faults that had struck by then."""
        if at is None:
            return Finding(check, what)
        strike = self.strikes.before(at)
        return Finding(check, what, strike.kind if strike else "", at, self.strikes.around(at))

    def is_beyond_knowing(self, message: ChatMessage) -> bool:
        """Whether a message was on its way when its sender was ended, and cannot be found again.

        Who is ended between Telegram's taking it and the first line about it knows only that it was
        to be sent, and behind which message it would stand; and an old copy does not know that
        either. A message that stands far behind it, since people have written while no bot ran, is
        not found. Nor is the first one that a bot sends over an old copy, if its answer is lost.
        """
        call = self.calls.sending(message.chat.id, message.message_id)
        if call is None:
            return False
        if call.harmed and self._knows_only_an_old_copy(call):
            return True
        until = call.in_flight_until + ON_THE_WIRE
        strike = self.strikes.kill_between(call.arrived - ON_THE_WIRE, until)
        if strike is None:
            return False
        known = self.calls.latest_before(call.arrived - ON_THE_WIRE)
        # The copy may be put back by another fault, before any bot has run again.
        forgot = [each.forgot for each in self.strikes if each.forgot]
        is_forgotten = any(began <= call.arrived <= ended for began, ended in forgot)
        return is_forgotten or call.message_id > known + LOOKED_AT_TOGETHER

    def _knows_only_an_old_copy(self, call: Call) -> bool:
        """Whether Telegram has told no number of a message between an old copy's start and a call.

        The copy's own numbers are from before, and others were given since.
        """
        ends = [strike.forgot[1] for strike in self.strikes if strike.forgot]
        since = max((end for end in ends if end <= call.arrived), default=None)
        return since is not None and not any(
            each.message_id and not each.harmed and since <= each.arrived < call.arrived
            for each in self.calls.calls
        )

    def came_about(self, uuid: str, state: State | None) -> datetime:
        """Return when a delivery came into a state first, or changed hands last without one."""
        rows = [(at, row) for at, row in self.changes if row.uuid == uuid]
        reached = [at for at, row in rows if row.state == state]
        given = [at for at, row in rows if row.rider != rows[-1][1].rider]
        after = [at for at, row in rows if given and at > given[-1]]
        found = reached if state else after
        return found[0] if found else self.moved(uuid)

    def moved(self, uuid: str) -> datetime:
        """Return when a delivery last changed."""
        return next((at for at, row in reversed(self.changes) if row.uuid == uuid), BEGINNING)
