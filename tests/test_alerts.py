"""The alert rules are read and tried by Prometheus' own tool."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

MONITORING = Path(__file__).parents[1] / "deploy" / "monitoring"
PROMTOOL = shutil.which("promtool")

pytestmark = pytest.mark.skipif(
    PROMTOOL is None and "HANDOVER_NEEDS_PROGRAMS" not in os.environ,
    reason="promtool is not installed (Debian: prometheus)",
)


@pytest.mark.parametrize(
    "asked", [("check", "rules", "alerts.yml"), ("test", "rules", "alerts.test.yml")]
)
def test_the_alert_rules_are_valid_and_say_what_they_should(asked: tuple[str, ...]):
    assert PROMTOOL is not None, "promtool is not installed (Debian: prometheus)"
    done = subprocess.run(
        [PROMTOOL, *asked], cwd=MONITORING, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
