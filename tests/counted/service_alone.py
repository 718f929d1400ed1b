"""What a delivery costs in the fleet service when a program asks for each of its steps."""

import tempfile
from pathlib import Path

from tests.counted.kept import Figures
from tests.counted.statements import counted
from tests.service.fleet import running, settings_at
from tests.service.receiver import make_certificates
from tests.support.clock import ManualClock
from tests.support.sql import listening


async def count() -> Figures:
    """Count a delivery from its creation to its drop-off; nobody wants its webhooks."""
    with tempfile.TemporaryDirectory(prefix="handover-counted-") as name:
        folder = Path(name)
        make_certificates(folder)
        async with running(settings_at(folder, folder), ManualClock()) as fleet:
            await fleet.at("Delivered")  # with the rider who carries the next one, too
            await fleet.service.idle()
            with listening() as heard:
                await fleet.at("Delivered")
                await fleet.service.idle()
    return {("delivery", kind): found for kind, found in counted(heard).items()}
