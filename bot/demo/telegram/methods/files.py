"""Files that bots fetch."""

from collections.abc import Mapping
from typing import Any

from bot.demo.telegram.call import Call, Handler
from bot.demo.telegram.files import MAX_DOWNLOAD
from bot.demo.telegram.refusals import Refusal


def get_file(call: Call) -> dict[str, Any]:
    file = call.world.files.by_id(call.arguments.text("file_id"))
    if len(file.content) > MAX_DOWNLOAD:
        raise Refusal.FILE_TOO_BIG.error()
    return {**file.as_json(), "file_path": file.path}


METHODS: Mapping[str, Handler] = {"getFile": get_file}
