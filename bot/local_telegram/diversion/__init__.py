"""Leads programs that know only api.telegram.org to a local Telegram, without a change in them."""

import shutil
from pathlib import Path
from typing import NamedTuple

import certifi
import trustme

_HERE = Path(__file__).parent
_TELEGRAM = "api.telegram.org"

# The real uvloop looks names up by itself: programs have asyncio's own loop in its place.
_UVLOOP = """
import asyncio
from asyncio import DefaultEventLoopPolicy as EventLoopPolicy
from asyncio import SelectorEventLoop as Loop
from asyncio import new_event_loop, run

def install():
    asyncio.set_event_loop_policy(EventLoopPolicy())
"""


class Diversion(NamedTuple):
    """The certificate and key (PEM) with which a server is api.telegram.org to those programs."""

    certificate: Path
    key: Path


def prepare(folder: Path) -> Diversion:
    """Put into a folder what diverts programs of Python and Node.js, but for the port."""
    folder.mkdir(parents=True, exist_ok=True)
    authority = trustme.CA()
    issued = authority.issue_cert(_TELEGRAM, "127.0.0.1", "localhost")
    made = Diversion(folder / "certificate.pem", folder / "key.pem")
    issued.private_key_pem.write_to_path(made.key)
    for number, blob in enumerate(issued.cert_chain_pems):
        blob.write_to_path(made.certificate, append=number > 0)
    authority.cert_pem.write_to_path(folder / "authority.pem")
    shutil.copy(certifi.where(), folder / "authorities.pem")
    authority.cert_pem.write_to_path(folder / "authorities.pem", append=True)
    for name in ("sitecustomize.py", "divert.cjs"):
        shutil.copy(_HERE / name, folder)
    (folder / "uvloop.py").write_text(_UVLOOP)
    return made


def lead_to(port: int, folder: Path) -> None:
    """Say which port of this machine is meant."""
    (folder / "port").write_text(str(port))
