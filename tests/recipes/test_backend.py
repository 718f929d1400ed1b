"""The recipe "A backend": another driver for a database."""

from pathlib import Path

from tests.recipes.project import Project, assert_true_to_the_letter

WHERE = "tests/store/conftest.py"
ANOTHER = """\
    "postgresql+psycopg_async": Backend(
        lambda request: _empty_postgres(request).replace("psycopg", "psycopg_async", 1),
        lambda request: _blank_postgres(request).replace("psycopg", "psycopg_async", 1),
    ),
"""


def test_another_driver_is_tried_by_the_tests_of_the_store_as_soon_as_it_is_named(tmp_path: Path):
    project = Project(tmp_path)
    project.replace(
        "bot/base/database.py",
        'DRIVERS = ("sqlite+aiosqlite", "postgresql+psycopg")',
        'DRIVERS = ("sqlite+aiosqlite", "postgresql+psycopg", "postgresql+psycopg_async")',
    )
    project.insert(WHERE, ANOTHER, before='}\n\n\n@pytest.fixture(scope="session")')
    project.tests("tests/store/test_migrations.py", "-k", "_async")
    assert_true_to_the_letter(project, "A backend")
