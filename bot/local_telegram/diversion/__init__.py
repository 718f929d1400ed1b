"""Diversion of unchanged programs from api.telegram.org to a local Telegram."""

import shutil
from pathlib import Path
from typing import NamedTuple

import certifi
import trustme

_HERE = Path(__file__).parent
_TELEGRAM = "api.telegram.org"

# The real uvloop resolves host names by itself, so programs get asyncio's loop instead.
_UVLOOP = """
import asyncio
from asyncio import DefaultEventLoopPolicy as EventLoopPolicy
from asyncio import SelectorEventLoop as Loop
from asyncio import new_event_loop, run

def install():
    asyncio.set_event_loop_policy(EventLoopPolicy())
"""


class Diversion(NamedTuple):
    """The certificate and key (PEM files) of a server that those programs take for Telegram."""

    certificate: Path
    key: Path


def prepare(folder: Path) -> Diversion:
    """Write the files that divert Python and Node.js programs into a folder, except the port."""
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
    """Write the port of the local Telegram."""
    (folder / "port").write_text(str(port))
