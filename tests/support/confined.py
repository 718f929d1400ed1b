"""A program as the production kit runs it: another user, and nothing to write but one folder.

It keeps one right of the superuser, to read everything, as Python itself may lie in a home folder.
"""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.support.programs import program

_DOCKERFILE = Path(__file__).parent.parent.parent / "deploy" / "docker" / "Dockerfile"
_READS_ALL = "dac_read_search"
_SCRIPT = """
state=$1 user=$2; shift 2
mount --bind "$state" "$state"
mounts=$(cut -d " " -f 5 /proc/self/mountinfo)
for each in $mounts; do
  [ "$each" = "$state" ] || mount -o remount,bind,ro "$each" 2> /dev/null || true
done
cd "$state"
exec setpriv --reuid "$user" --regid "$user" --clear-groups --no-new-privs \
  --bounding-set=-all,+{right} --inh-caps=-all,+{right} --ambient-caps=-all,+{right} "$@"
""".replace("{right}", _READS_ALL)


def confined(state: Path, *command: str) -> list[str]:
    """Return the words that run a command as the image's user, who may write only into `state`.

    The folder, in which it runs, becomes that user's. Skips the test where this user may do none
    of that.
    """
    unshare = program("unshare", "util-linux")
    program("setpriv", "util-linux")
    if os.geteuid() != 0:
        pytest.skip("Only root can run a program as another user.")
    if subprocess.run([unshare, "--mount", "true"], check=False).returncode != 0:
        pytest.skip("This root may not mount anything.")
    (user,) = re.findall(r"^USER (\d+)$", _DOCKERFILE.read_text(), re.MULTILINE)
    for each in (state, *state.rglob("*")):
        os.chown(each, int(user), int(user))
    return [unshare, "--mount", "sh", "-ec", _SCRIPT, "confined", str(state), user, *command]
