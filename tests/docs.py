"""`python -m tests.docs` builds the pages in `docs/` into a folder `site`, and refuses a warning.

It takes the extra `docs`.
"""

import os
import subprocess
import sys

from tests.pages import ROOT


def main() -> int:
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(build, cwd=ROOT, env=quiet, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
