"""The functions and models of a generated package, by the names that the page has for them."""

import re
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

PACKAGE = "generated_fleet"


class Operations:
    """A generated package: one function per operation, and the models that they take and return."""

    def __init__(self, package: Path) -> None:
        self.modules = {
            path.stem: import_module(f"{PACKAGE}.api.{path.parent.name}.{path.stem}")
            for path in package.glob("api/*/*.py")
            if path.stem != "__init__"
        }
        self._models = import_module(f"{PACKAGE}.models")

    def module(self, operation: str) -> ModuleType:
        """Return the module of an operation, such as `createDelivery`."""
        return self.modules[re.sub("([A-Z])", r"_\1", operation).lower()]

    def client(self, url: str, key: str) -> Any:
        generated = import_module(f"{PACKAGE}.client")
        return generated.AuthenticatedClient(
            base_url=url, token=key, prefix="", auth_header_name="x-api-key"
        )

    def model(self, name: str) -> Any:
        return getattr(self._models, name)
