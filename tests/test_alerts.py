"""The alert rules are read and tried by Prometheus' own tool."""

import subprocess
from pathlib import Path

import pytest

from tests.support.programs import program

MONITORING = Path(__file__).parents[1] / "deploy" / "monitoring"


@pytest.mark.parametrize(
    "asked", [("check", "rules", "alerts.yml"), ("test", "rules", "alerts.test.yml")]
)
def test_the_alert_rules_are_valid_and_say_what_they_should(asked: tuple[str, ...]):
    done = subprocess.run(
        [program("promtool", "prometheus"), *asked],
        cwd=MONITORING,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
