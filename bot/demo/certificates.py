"""A throw-away certificate authority for servers on this machine."""

from dataclasses import dataclass
from pathlib import Path

import trustme

from bot.base.private_files import replace_file


@dataclass(frozen=True, slots=True)
class Certificates:
    """The paths of three files: the authority's certificate, and one for 127.0.0.1 with its key.

    Only its owner can read the key. The authority's own key is stored nowhere.
    """

    authority: Path
    certificate: Path
    key: Path

    @classmethod
    def make(cls, folder: Path) -> "Certificates":
        authority = trustme.CA()
        issued = authority.issue_cert("127.0.0.1", "localhost")
        files = cls(folder / "authority.pem", folder / "certificate.pem", folder / "key.pem")
        authority.cert_pem.write_to_path(files.authority)
        replace_file(files.key, issued.private_key_pem.bytes())
        for number, blob in enumerate(issued.cert_chain_pems):
            blob.write_to_path(files.certificate, append=number > 0)
        return files
