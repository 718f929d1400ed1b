"""What others check pages with finds nothing in ours."""

import json
import subprocess
from pathlib import Path

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from tests.openapi.page import Page


async def test_the_page_is_valid(page: Page):
    assert list(OpenAPIV31SpecValidator(page.document).iter_errors()) == []


async def test_every_array_says_what_it_holds_and_every_enum_is_of_one_type(page: Page):
    for where, schema in schemas(page.document):
        if schema.get("type") == "array":
            assert "items" in schema or "prefixItems" in schema, where
        values = schema.get("enum", ["one"])
        assert len({type(value) for value in values}) == 1, where
        assert schema.get("format") in (None, "uuid", "date", "password"), where


def schemas(value: object, where: str = "#"):
    if isinstance(value, dict) and "examples" not in where.split("/"):
        yield where, value
        for key, inner in value.items():
            yield from schemas(inner, f"{where}/{key}")
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from schemas(inner, f"{where}/{place}")


@pytest.mark.timeout(300)
async def test_redocly_finds_nothing(page: Page, tmp_path: Path, npm: str):
    (tmp_path / "openapi.json").write_text(json.dumps(page.document))
    told = run(npm, "install", "--silent", "--no-audit", "--no-fund", "@redocly/cli", at=tmp_path)
    if told.returncode:
        pytest.skip(f"The registry of npm does not answer: {told.stderr.strip()[-300:]}")
    redocly = tmp_path / "node_modules" / ".bin" / "redocly"
    told = run(redocly, "lint", "--format", "json", "openapi.json", at=tmp_path)
    assert told.returncode == 0, told.stderr
    assert json.loads(told.stdout)["problems"] == []


def run(*command: str | Path, at: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=at, capture_output=True, text=True, check=False)
