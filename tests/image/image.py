"""The image: built without a registry, and mounted to run programs in it."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

ROOT = Path(__file__).parents[2]
_DOCKER = ROOT / "deploy" / "docker"
_PROGRAMS = ("buildah", "debootstrap", "unshare", "chroot")
_OF_THIS_MACHINE = ("/etc/ssl/certs/ca-certificates.crt", "/etc/pip.conf")
"""How Python's packages are reached from here: the build sees them, and the image keeps neither."""
_BASE, _NAME = "localhost/debian-with-python", "localhost/handover"
_PYTHON = "/opt/python"
_PATH = f"{_PYTHON}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

# What a container engine does: the root can only be read, but for the volume and /tmp, and the
# program is the first of its processes, so that a signal that it does not handle ends nothing.
_CONTAINED = """
set -e
root=$1 volume=$2 user=$3
shift 3
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount --bind "$volume" "$root/data"
mount -t tmpfs tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
exec chroot --userspec="$user:$user" "$root" env --ignore-environment --chdir=/data "$@"
"""


class NotHere(Exception):
    """This machine lacks what it takes to build or run an image; the words say what."""


class Image:
    """An image that was built, and its files as a folder while it is entered."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.volume = folder / "volume"
        self._container = ""
        self.root = Path()
        self.config: Mapping[str, Any] = {}

    @classmethod
    def built(cls, folder: Path) -> Self:
        """Build the image in a folder.

        Raises:
            NotHere: a program is missing, or whoever runs this is not root.
            subprocess.CalledProcessError: a step of the build has failed.
        """
        missing = [program for program in _PROGRAMS if shutil.which(program) is None]
        if missing:
            raise NotHere(f"it takes {', '.join(missing)}, Debian's packages of these names.")
        image = cls(folder)
        try:
            _output("unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", str(folder))
            image._make_base()
        except subprocess.CalledProcessError as error:
            raise NotHere(f"`{' '.join(error.cmd)}` fails here: see above.") from error
        image._build()
        return image

    def _make_base(self) -> None:
        """Make an image of a Debian as small as Docker's, with a Python that takes packages."""
        debian = self._folder / "debian"
        targets = _output("apt-get", "indextargets", "--format", "$(SITE) $(RELEASE)").splitlines()
        mirror, release = targets[0].split()
        packages = "--include=python3-venv,ca-certificates"
        _output("debootstrap", "--variant=minbase", packages, release, str(debian), mirror)
        for left in ("doc", "locale", "man"):
            shutil.rmtree(debian / "usr/share" / left)
            rule = f"path-exclude /usr/share/{left}/*\n"
            (debian / "etc/dpkg/dpkg.cfg.d" / left).write_text(rule)
        _output("chroot", str(debian), "python3", "-m", "venv", _PYTHON)
        # Docker's Python has none since 3.12.
        pip = f"{_PYTHON}/bin/pip"
        _output("chroot", str(debian), pip, "uninstall", "--quiet", "--yes", "setuptools")
        for left in ("var/cache/apt", "var/cache/debconf", "var/lib/apt/lists", "var/log"):
            shutil.rmtree(debian / left)
            (debian / left).mkdir()
        container = self._buildah("from", "scratch")
        self._buildah("add", container, str(debian), "/")
        self._buildah("config", "--env", f"PATH={_PATH}", container)
        self._buildah("commit", "--rm", container, _BASE)
        shutil.rmtree(debian)

    def _build(self) -> None:
        context = self._folder / "context"
        context.mkdir()
        for name in ("Dockerfile", "constraints.txt"):
            shutil.copy(_DOCKER / name, context)
        wheel = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps")
        _output(*wheel, "--wheel-dir", str(context), str(ROOT))
        seen = [each for each in _OF_THIS_MACHINE if Path(each).exists()]
        volumes = [f"--volume={each}:{each}:ro" for each in seen]
        options = ("--isolation=chroot", "--pull-never", f"--build-arg=BASE={_BASE}", *volumes)
        self._buildah("build", *options, "--tag", _NAME, str(context))

    def __enter__(self) -> Self:
        self.volume.mkdir()
        self._container = self._buildah("from", "--pull-never", _NAME)
        self.root = Path(self._buildah("mount", self._container))
        told = json.loads(self._buildah("inspect", "--type", "image", _NAME))
        self.config = told["OCIv1"]["config"]
        shutil.chown(self.volume, int(self.config["User"]))
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._buildah("rm", self._container)

    @property
    def bytes(self) -> int:
        """Return how much the files of the image are in all."""
        return int(_output("du", "--summarize", "--bytes", str(self.root)).split()[0])

    def runs(self, *command: str) -> list[str]:
        """Return the command that runs one in the image, as a container engine would."""
        spaces = ("unshare", "--mount", "--pid", "--fork", "--kill-child")
        places = (str(self.root), str(self.volume), self.config["User"])
        return [*spaces, "sh", "-c", _CONTAINED, "sh", *places, *self.config["Env"], *command]

    def _buildah(self, *arguments: str) -> str:
        images = self._folder / "images"
        where = ("--root", str(images / "root"), "--runroot", str(images / "run"))
        driver = {"STORAGE_DRIVER": "vfs", "BUILDAH_ISOLATION": "chroot"}
        return _output("buildah", *where, *arguments, **driver)


def _output(*command: str, **environment: str) -> str:
    """Run a program of the build; what it says comes out where it fails."""
    ended = subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    if ended.returncode:
        sys.stderr.write(ended.stdout + ended.stderr)
        ended.check_returncode()
    return ended.stdout.strip()
