"""Keys of the operator's door: any number at once, so that one takes another's place in peace."""

from collections.abc import Sequence

from bot.service.account import OperatorKey
from bot.service.environment import Environment, UnitOfWork, operation
from bot.service.errors import NotFoundError
from bot.service.keyring import make_operator_key, operator_key_digest
from bot.service.store import operator_key_rows as rows


@operation
def new_operator_key(work: UnitOfWork) -> str:
    """Make one more key of the environment's door and return it: it cannot be shown again."""
    key = make_operator_key(work.environment.name)
    digest = operator_key_digest(work.environment.vault, key)
    rows.add_operator_key(work.tx, work.environment.name, digest)
    number = rows.list_operator_keys(work.tx, work.environment.name)[0].number
    work.did("operator key made", f"key {number}")
    return key


async def known_operator_keys(environment: Environment) -> Sequence[OperatorKey]:
    """Return the environment's keys, newest first, also those that have ended."""
    return await environment.database.read(rows.list_operator_keys, environment.name)


@operation
def end_operator_key(work: UnitOfWork, number: int) -> None:
    """Let a key be refused from now on.

    Raises:
        NotFoundError: the environment has no valid key of this number.
    """
    if not rows.end_operator_key(work.tx, work.environment.name, number):
        raise NotFoundError
    work.did("operator key ended", f"key {number}")
