"""All that is counted, part by part."""

from collections.abc import Awaitable, Callable, Mapping

from tests.counted import imports, installation, service_alone, size, whole_town
from tests.counted.kept import Figures

PARTS: Mapping[str, Callable[[], Awaitable[Figures]]] = {
    "town": whole_town.count,
    "service": service_alone.count,
    "imports": imports.count,
    "installation": installation.count,
    "size": size.count,
}


async def count(part: str) -> Figures:
    """Count one part; its sections begin with its name, and what is none is not there."""
    return {(part, *section): found for section, found in (await PARTS[part]()).items() if found}
