"""Operators are added, removed and log in; they belong to the whole service, no environment."""

import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial

from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.vault import SealBroken
from bot.service.errors import KEY_FILE_BACK, NotFoundError, RefusedError
from bot.service.hashing_line import HashingLine
from bot.service.password_rules import weakness_of
from bot.service.rules.operators import PASSWORD_LENGTHS
from bot.service.second_factor import Passwords, step_of
from bot.service.store import operator_rows as rows
from bot.service.store.audit_rows import (
    COMMAND_LINE,
    Actor,
    add_entry,
    forget_networks,
    networks_of,
)
from bot.service.store.operator_rows import Operator, Session
from bot.service.vault import HashingVault

_log = logging.getLogger(__name__)

_TOKEN_BYTES = 32
_LINK = "link of an operator"
_SESSION = "session of an operator"
_CONFIRM_ELSEWHERE = (
    "Say so in a network that you logged in from before that, or log in by a link and say so then."
)
_PROVE_FIRST = (
    "Nothing was done: this asks for your password again, and it was missing or wrong. After "
    "several wrong ones even the right one is refused for some minutes."
)
_BETTER = "Four words that do not belong together are good."
_WRONG_CODE = "The code is not the one that the app shows now. Is the phone's time right?"

_OTHER_KEY_FILE = (
    f"the second factor of operator %s was sealed with another key file: {KEY_FILE_BACK}, or"
    " `handover service operator link %s` and set it again"
)

_SEEN_EVERY = timedelta(minutes=1)
"""A session that is used again sooner than this is not written."""


@dataclass(frozen=True, slots=True)
class LoggedIn:
    """An operator in a browser, which is in a network now."""

    operator: Operator
    session: Session
    network: str

    @property
    def actor(self) -> Actor:
        return Actor(self.operator.name, self.network)

    @property
    def tells_of_new_network(self) -> bool:
        """Whether there was a login from a new network, and this session is from another one."""
        new = self.operator.new_network
        return new is not None and new not in {self.session.network, self.network}


@dataclass(frozen=True, slots=True)
class LoginOrigin:
    """The origin of an attempt to log in.

    `mark` is the value that the browser got when it logged in before; it may be anything.
    """

    network: str
    mark: str = ""


@dataclass(frozen=True)
class Operators:
    """The operations on operators; links and sessions are known by tokens, stored as hashes."""

    database: Database
    vault: HashingVault
    passwords: Passwords = field(default_factory=Passwords, repr=False)
    _strangers: HashingLine = field(default_factory=HashingLine, repr=False)
    _known: HashingLine = field(default_factory=HashingLine, repr=False)
    """The line for known browsers, which never wait behind unknown ones."""

    async def add(self, name: str) -> str:
        """Add an operator, and return the token of a link to set password and second factor.

        Raises:
            RefusedError: there is one of the name.
        """
        token = _new_token()
        digest = self._digest(token, _LINK)

        def add(tx: Transaction) -> None:
            operator_id = rows.add_operator(tx, name)
            if operator_id is None:
                raise RefusedError({"name": [f"There is an operator {name} already."]})
            rows.add_link(tx, operator_id, digest)
            add_entry(tx, COMMAND_LINE, "added", f"operator {name}")

        await self.database.write(add)
        return token

    async def all(self) -> Sequence[Operator]:
        """Return all operators, by name."""
        return await self.database.read(rows.all_operators)

    async def remove(self, name: str) -> None:
        """Remove an operator, and end every session of theirs, or raise `NotFoundError`."""

        def remove(tx: Transaction) -> None:
            rows.remove_operator(tx, _named(tx, name).id)
            forget_networks(tx, name)
            add_entry(tx, COMMAND_LINE, "removed", f"operator {name}")

        await self.database.write(remove)

    async def make_link(self, name: str) -> str:
        """Return the token of a link that lets an operator in once, or raise `NotFoundError`."""
        token = _new_token()
        digest = self._digest(token, _LINK)

        def make(tx: Transaction) -> None:
            rows.add_link(tx, _named(tx, name).id, digest)
            add_entry(tx, COMMAND_LINE, "link made", f"operator {name}")

        await self.database.write(make)
        return token

    async def log_in(self, name: str, password: str, code: str, origin: LoginOrigin) -> str | None:
        """Return the token of a new session, or None unless all three are right.

        Raises:
            BusyError: too many passwords are being checked already.
        """
        operator = await self.database.read(rows.find_operator, name)
        # Hash for an unknown name as well, so that the answer takes as long as for a known one.
        hashed = operator.password if operator else None
        line = self._known if operator and self._knows(operator, origin) else self._strangers
        right = await line.run(origin.network, partial(self.passwords.is_right, password, hashed))
        proven = hashed if right else None
        return await self.database.write(self._admit, name, proven, code, origin)

    def _admit(
        self, tx: Transaction, name: str, hashed: str | None, code: str, origin: LoginOrigin
    ) -> str | None:
        operator = rows.find_operator(tx, name, for_change=True)
        if operator is None:
            return None
        stranger = not self._knows(operator, origin)
        name_of_browser = origin.mark.partition(".")[0]
        what = f"network {origin.network}" if stranger else f"browser {name_of_browser}"
        counter = self._digest(what, f"wrong attempts at operator {operator.id}")
        # Refuse even a right password while the browser or the network has to wait.
        if rows.must_wait(tx, operator, counter, stranger=stranger):
            return None
        step = self._step(tx, operator, code)
        # The password may have been changed since it was looked at.
        if hashed is None or hashed != operator.password or step is None:
            rows.count_miss(tx, operator.id, counter, stranger=stranger)
            # The log gets one line for each wait, and none for each wrong attempt.
            if rows.must_wait(tx, _named(tx, name), counter, stranger=stranger):
                somebody = Actor("somebody", origin.network)
                add_entry(tx, somebody, "waits after wrong attempts", f"operator {name}")
            return None
        rows.count_hit(tx, operator.id, step, counter, stranger=stranger)
        token = _new_token()
        _let_in(tx, operator, self._digest(token, _SESSION), origin.network, by_link=False)
        return token

    def mark_of(self, operator: Operator) -> str:
        """Return a mark for an operator's browser, valid while the password stays the same."""
        name = _new_token()
        return f"{name}.{self._digest(name, _browser_of(operator)).hex()}"

    def _knows(self, operator: Operator, origin: LoginOrigin) -> bool:
        name, _, digest = origin.mark.partition(".")
        try:
            proof = bytes.fromhex(digest)
        except ValueError:
            return False
        return self.vault.matches(name, proof, context=_browser_of(operator))

    def _step(self, tx: Transaction, operator: Operator, code: str) -> int | None:
        """Return the time step of a code, if it is right and was not used yet."""
        if operator.second_factor is None:
            return None
        try:
            secret = self.vault.open(operator.second_factor, _factor_of(operator.id)).decode()
        except SealBroken:
            _log.error(_OTHER_KEY_FILE, operator.name, operator.name)
            return None
        step = step_of(code, secret, tx.now)
        return step if step is not None and step > operator.step else None

    async def log_in_by_link(self, token: str, network: str) -> str | None:
        """Return the token of a new session, or None if the link is not (or no longer) valid."""
        session_token = _new_token()
        link_digest = self._digest(token, _LINK)
        session_digest = self._digest(session_token, _SESSION)

        def admit(tx: Transaction) -> bool:
            operator = rows.use_link(tx, link_digest)
            if operator is None:
                return False
            _let_in(tx, operator, session_digest, network, by_link=True)
            return True

        return session_token if await self.database.write(admit) else None

    async def find(self, token: str, network: str = "") -> LoggedIn | None:
        """Return who is logged in by a session, and keep it from ending for a while."""
        digest = self._digest(token, _SESSION)
        found = await self.database.read(rows.find_session, digest)
        if found is None:
            return None
        session, operator = found
        # Otherwise each request would write.
        if self.database.clock.now() - session.seen_at >= _SEEN_EVERY:
            await self.database.write(rows.keep_session, digest)
        return LoggedIn(operator, session, network)

    async def log_out(self, known: LoggedIn) -> None:
        def log_out(tx: Transaction) -> None:
            rows.end_session(tx, known.session.digest)
            add_entry(tx, known.actor, "logged out")

        await self.database.write(log_out)

    async def log_out_everywhere(self, known: LoggedIn) -> None:
        """End every session of an operator, also this one."""

        def log_out(tx: Transaction) -> None:
            rows.end_sessions(tx, known.operator.id)
            add_entry(tx, known.actor, "logged out everywhere")

        await self.database.write(log_out)

    async def sessions(self, known: LoggedIn) -> Sequence[Session]:
        """Return where the operator is logged in, the newest first."""
        return await self.database.read(rows.sessions_of, known.operator.id)

    async def confirm_network(self, known: LoggedIn) -> None:
        """Record that the operator confirms a login from a new network as their own.

        Raises:
            RefusedError: this session is from a new network, too, and may be the intruder's own.
        """

        def confirm(tx: Transaction) -> None:
            operator, session = _named(tx, known.operator.name), known.session
            if operator.new_network_at is None:
                return
            before = networks_of(tx, operator.name, operator.new_network_at)
            if not (session.by_link or session.network in before):
                raise RefusedError({"network": [_CONFIRM_ELSEWHERE]})
            rows.set_new_network(tx, operator.id, None)
            add_entry(tx, known.actor, "new network confirmed", operator.new_network or "")

        await self.database.write(confirm)

    async def prove(self, known: LoggedIn, password: str) -> None:
        """Ask the operator for the password again, unless they have just proved who they are.

        Raises:
            RefusedError: it is not their password, or wrong ones came before it.
            BusyError: too many passwords are being checked already.
        """
        if known.session.is_proven_at(self.database.clock.now()):
            return
        check = partial(self.passwords.is_right, password, known.operator.password)
        is_possible = len(password) in PASSWORD_LENGTHS
        is_right = is_possible and await self._known.run(known.operator.name, check)
        counter = self._digest("password", f"wrong ones in session {known.session.digest.hex()}")

        def prove(tx: Transaction) -> bool:
            operator = rows.find_operator(tx, known.operator.name, for_change=True)
            if operator is None or rows.must_wait(tx, operator, counter, stranger=False):
                return False
            if not is_right:
                rows.count_miss(tx, operator.id, counter, stranger=False)
                return False
            rows.forgive(tx, counter)
            rows.prove_session(tx, known.session.digest)
            return True

        # Raised after the transaction, which has counted the wrong one.
        if not await self.database.write(prove):
            raise RefusedError({"password": [_PROVE_FIRST]})

    async def set_up(self, known: LoggedIn, password: str, secret: str, code: str) -> None:
        """Set an operator's password and second factor; their other sessions end.

        Raises:
            RefusedError: they have not come by a link; the password is weak, short or long; or
                the code does not prove that an app has the secret.
            BusyError: too many passwords are being checked already.
        """
        operator = known.operator
        if not known.session.by_link:
            raise RefusedError({"session": ["A link of the command line is needed for this."]})
        if len(password) not in PASSWORD_LENGTHS:
            fewest, most = PASSWORD_LENGTHS.start, PASSWORD_LENGTHS.stop - 1
            raise RefusedError({"password": [f"A password has {fewest} to {most} characters."]})
        weakness = weakness_of(password, operator.name)
        if weakness is not None:
            raise RefusedError({"password": [f"{weakness} {_BETTER}"]})
        step = step_of(code, secret, self.database.clock.now())
        if step is None:
            raise RefusedError({"code": [_WRONG_CODE]})
        hashed = await self._known.run(operator.name, partial(self.passwords.hashed, password))
        sealed = self.vault.seal(secret.encode(), _factor_of(operator.id))

        def set_up(tx: Transaction) -> None:
            rows.set_up(tx, operator.id, hashed, sealed, step)
            rows.end_sessions(tx, operator.id, besides=known.session.digest)
            add_entry(tx, known.actor, "password and second factor set")

        await self.database.write(set_up)

    def _digest(self, token: str, context: str) -> bytes:
        return self.vault.digest(token, context=context)


def _new_token() -> str:
    return secrets.token_urlsafe(_TOKEN_BYTES)


def _factor_of(operator_id: int) -> str:
    return f"second factor of operator {operator_id}"


def _browser_of(operator: Operator) -> str:
    return f"browser of operator {operator.id}, {operator.password}"


def _named(tx: Transaction, name: str) -> Operator:
    operator = rows.find_operator(tx, name, for_change=True)
    if operator is None:
        raise NotFoundError
    return operator


def _let_in(
    tx: Transaction, operator: Operator, digest: bytes, network: str, *, by_link: bool
) -> None:
    rows.add_session(tx, operator.id, digest, network, by_link=by_link)
    networks = networks_of(tx, operator.name, tx.now)
    is_new = bool(networks) and network not in networks
    # A former new network stays in the warning until the operator confirms it.
    if is_new and operator.new_network is None:
        rows.set_new_network(tx, operator.id, network)
    deed = "logged in by a link" if by_link else "logged in"
    whence = " from a new network" if is_new else ""
    add_entry(tx, Actor(operator.name, network), deed + whence)
