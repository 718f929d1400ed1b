"""What the base does is done there alone, for the bot and for the service."""

from pathlib import Path

import pytest

BOT = Path(__file__).parents[2] / "bot"


@pytest.mark.parametrize(
    ("tool", "module"),
    [
        ("import uvicorn", "http/server"),
        ("import fcntl", "database/file_lock"),
        ("PydanticBaseSettingsSource", "settings/loader"),
        ("AESGCM", "vault"),
        ("BEGIN IMMEDIATE", "database/sqlite"),
        ("pg_advisory_xact_lock(self.lock)", "database/schema"),
        ("from alembic import command", "database/schema"),
        ("TypeDecorator", "database/sql_types"),
    ],
)
def test_each_tool_of_both_halves_is_taken_up_in_one_place(tool: str, module: str):
    users = {path for path in BOT.rglob("*.py") if tool in path.read_text()}
    assert users == {BOT / "base" / f"{module}.py"}
