"""The bot about itself."""

from collections.abc import Mapping
from typing import Any

from bot.demo.telegram.call import Call, Handler


def get_me(call: Call) -> dict[str, Any]:
    return {
        **call.bot.as_json(),
        "can_join_groups": True,
        "can_read_all_group_messages": True,
        "supports_inline_queries": True,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


def accept(_: Call) -> bool:
    """Agree, and do nothing: there is no other server to move to."""
    return True


METHODS: Mapping[str, Handler] = {"getMe": get_me, "logOut": accept, "close": accept}
