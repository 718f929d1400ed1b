"""A disk that takes its time, for programs that are started so: this machine's may only pretend.

What the C library calls to have a file on the disk waits first. It is compiled when it is needed.
"""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.benchmarks.failures import Unmeasurable

_SOURCE = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

static int slowly(const char *name, int file) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    usleep(MICROSECONDS);
    return real(file);
}

int fsync(int file) { return slowly("fsync", file); }
int fdatasync(int file) { return slowly("fdatasync", file); }
"""


@contextmanager
def slow_disk(*, milliseconds: int) -> Iterator[dict[str, str]]:
    """Yield the environment in which a program finds each fsync so much slower.

    Raises:
        Unmeasurable: there is no C compiler here.
    """
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        raise Unmeasurable("it needs a C compiler")
    with tempfile.TemporaryDirectory(prefix="handover-disk-") as folder:
        source, library = Path(folder) / "slow.c", Path(folder) / "slow.so"
        source.write_text(_SOURCE.replace("MICROSECONDS", str(milliseconds * 1000)))
        subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
        yield {"LD_PRELOAD": str(library)}
