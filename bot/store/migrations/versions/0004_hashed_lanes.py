"""Lanes and keys hold numbers of people: what stands in clear becomes keyed hashes of them.

Old bots cannot read what new ones write, nor these what old ones still write, so that none may run.
"""

import json
from typing import Any

import sqlalchemy as sa
from alembic import context, op

from bot.base.jobs import OTHER_KEY_FILE
from bot.base.vault import SealBroken, Vault
from bot.store.still_running import see_that_none_runs

revision = "0004"
down_revision = "0003"

_AT_ONCE = 1_000

_jobs = sa.table(
    "jobs",
    sa.column("id", sa.BigInteger),
    sa.column("kind", sa.String),
    sa.column("lane", sa.String),
    sa.column("key", sa.String),
    sa.column("body", sa.LargeBinary),
    sa.column("state", sa.String),
)


def upgrade() -> None:
    vault: Vault = context.config.attributes["vault"]
    connection = op.get_bind()
    see_that_none_runs(connection)
    mine = _jobs.c.id == sa.bindparam("number")
    hidden = (
        sa.update(_jobs)
        .where(mine)
        .values(
            lane=sa.bindparam("new_lane"),
            key=sa.bindparam("new_key"),
            body=sa.bindparam("new_body"),
        )
    )
    done = 0
    while True:
        some = sa.select(_jobs).where(_jobs.c.id > done).order_by(_jobs.c.id).limit(_AT_ONCE)
        rows = connection.execute(some).all()
        if not rows:
            return
        connection.execute(hidden, [_hidden(vault, row) for row in rows])
        done = rows[-1].id


def _hidden(vault: Vault, row: sa.Row[Any]) -> dict[str, object]:
    key = vault.keyed_hash("key", row.key)
    lane = vault.keyed_hash("lane", row.lane)
    return {"number": row.id, "new_lane": lane, "new_key": key, "new_body": _body(vault, row, key)}


def _body(vault: Vault, row: sa.Row[Any], key: str) -> bytes:
    body: bytes = row.body
    if not body:  # what has ended well is wiped already
        return body
    names = json.dumps([row.lane, row.key]).encode()
    try:
        opened = vault.open(body, f"job|{row.kind}|{row.key}")
    except SealBroken as error:
        if row.state == "dead":  # nobody could have opened it any more
            return body
        raise SealBroken(OTHER_KEY_FILE) from error
    return vault.seal(names + b"\n" + opened, f"job|{row.kind}|{key}")
