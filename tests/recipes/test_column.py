"""The recipe "A column": people may have a nickname."""

from pathlib import Path

from tests.recipes.project import Project, assert_true_to_the_letter

TABLES = "bot/store/tables/people.py"
PERSON, PEOPLE = "bot/domain/person.py", "bot/store/people.py"
KEPT = "tests/store/test_people.py"
MIGRATIONS, FORGETTING = "tests/store/test_migrations.py", "tests/store/test_forgetting.py"
LAST = 'Column("barred_rider", String, info=_BARRED),'

MIGRATION = '''\
"""People may have a nickname."""

import sqlalchemy as sa
from alembic import op

revision = "{number}"
down_revision = "{last}"


def upgrade() -> None:
    op.add_column("people", sa.Column("nickname", sa.String()))
'''
SET = '''\
def set_nickname(tx: Transaction, user_id: int, nickname: str) -> None:
    """Keep what somebody wants to be called."""
    _change(tx, user_id, nickname=nickname)


'''
TEST = """\
async def test_a_nickname_is_kept(database: Database):
    await met(database, ADA)
    await database.write(people.set_nickname, ADA, "Dada")
    assert await known(database, ADA) == Person(ADA, "Person 1", "en", nickname="Dada")


"""


def test_a_column_that_says_what_becomes_of_it_is_forgotten_by_itself(tmp_path: Path):
    project = Project(tmp_path)
    nickname = 'Column("nickname", String{}),'
    project.replace(TABLES, LAST, f"{LAST}\n    {nickname.format('')}")
    undecided = project.fails("-m", "pytest", "-q", "-n0", "tests/store/test_personal.py")
    assert "people.nickname" in undecided
    project.replace(TABLES, nickname.format(""), nickname.format(", info=THEIRS"))
    project.add(*migration(project.folder / "bot/store/migrations/versions"))
    project.insert(PERSON, "    nickname: str | None = None\n", before="    barred_rider: ")
    project.insert(PEOPLE, SET, before="def mute_until(")
    project.insert(KEPT, TEST, before="async def test_who_writes_again")
    about_it = "sqlite and (nickname or the_code_describes or whatever_tables)"
    project.tests(KEPT, MIGRATIONS, FORGETTING, "-k", about_it)
    assert_true_to_the_letter(project, "A column")


def migration(versions: Path) -> tuple[str, str]:
    """Where the next version stands, and what."""
    last = max(file.stem[:4] for file in versions.glob("[0-9]*.py"))
    number = f"{int(last) + 1:04}"
    file = f"bot/store/migrations/versions/{number}_nicknames.py"
    return file, MIGRATION.format(number=number, last=last)
