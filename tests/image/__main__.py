"""Build the image of `deploy/docker` and run it: `python -m tests.image`.

buildah builds it on a Debian that debootstrap makes, in place of the image that the Dockerfile
names: that one would have to be pulled from a registry. A program in it runs as the image's user,
writes to its volume and to `/tmp` alone, and has the network of this machine. The command ends with
0 if all is well, with 1 if not, and with 2 where this machine lacks what it takes.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.image.image import Image, NotHere
from tests.image.trials import trials


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="handover-image-") as folder:
        try:
            image = Image.built(Path(folder))
        except NotHere as error:
            sys.stdout.write(f"No image was built: {error}\n")
            return 2
        with image:
            results = asyncio.run(trials(image))
    for name, trouble in results:
        sys.stdout.write(f"❌ {name}: {trouble}\n" if trouble else f"✅ {name}\n")
    return 1 if any(trouble for _, trouble in results) else 0


if __name__ == "__main__":
    sys.exit(main())
