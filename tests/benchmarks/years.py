"""What years leave behind in the bot's database: people, and jobs that have ended.

The database makes the rows itself: so many would take long to be sent to it.
"""

from bot.base.database.database import Database
from tests.support.sql import execute

FIRST_PERSON = 10_000_000
_AT_ONCE = 250_000

_NUMBERS = """
WITH RECURSIVE numbers (n) AS (SELECT {first} UNION ALL SELECT n + 1 FROM numbers WHERE n < {last})
"""
_PEOPLE = """
INSERT INTO people (user_id, first_name, language, phone, reachable, created_at)
{numbers} SELECT {base} + n, 'Somebody', 'en', '+23470' || (10000000 + n), 1,
    strftime('%Y-%m-%d %H:%M:%f000', 'now', '-' || (n % 700) || ' days') FROM numbers
"""
_ROLES = """
INSERT INTO roles (user_id, role)
{numbers} SELECT {base} + n, 'customer' FROM numbers
"""
# They are kept for 35 days, in which nobody has had their fill of them.
_JOB_KEYS = """
INSERT INTO job_keys (kind, key, added_at)
{numbers} SELECT
    CASE n % 4 WHEN 0 THEN 'event' WHEN 1 THEN 'update' ELSE 'notice' END,
    hex(randomblob(32)),
    strftime('%Y-%m-%d %H:%M:%f000', 'now', '-' || (n % 34) || ' days')
    FROM numbers
"""


async def pass_by(database: Database, people: int, jobs: int) -> None:
    """Fill a database with what there is after years."""
    for statement, count in ((_PEOPLE, people), (_ROLES, people), (_JOB_KEYS, jobs)):
        for first in range(1, count + 1, _AT_ONCE):
            last = min(first + _AT_ONCE - 1, count)
            numbers = _NUMBERS.format(first=first, last=last)
            # SQLAlchemy takes a colon before a letter for a parameter.
            sql = statement.format(numbers=numbers, base=FIRST_PERSON).replace(":", "\\:")
            await execute(database, sql)
