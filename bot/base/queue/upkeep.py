"""What keeps a queue in order over the years."""

from collections.abc import Iterable
from datetime import timedelta

from bot.base.database.transaction import Transaction
from bot.base.log import Logger
from bot.base.queue import jobs, lane_heads

_log = Logger(__name__)


def keep_in_order(tx: Transaction, kinds: Iterable[str], keys_kept: timedelta) -> None:
    """Forget old keys, and see that no lane stands still, which none should."""
    for kind in kinds:
        jobs.forget_keys(tx, kind, tx.now - keys_kept)
    stood_still = lane_heads.move_all_up(tx)
    if stood_still:
        _log.error("lanes stood still", lanes=stood_still)
