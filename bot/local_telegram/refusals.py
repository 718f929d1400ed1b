"""The refusals of the Bot API: their statuses and Telegram's words."""

from enum import Enum
from typing import Any

_STATUSES = {
    "Bad Request": 400,
    "Unauthorized": 401,
    "Forbidden": 403,
    "Not Found": 404,
    "Conflict": 409,
    "Request Entity Too Large": 413,
    "Too Many Requests": 429,
    "Internal Server Error": 500,
    "Bad Gateway": 502,
}


class ApiError(Exception):
    """A refused call: the HTTP status, Telegram's description and the response parameters."""

    def __init__(
        self,
        error_code: int,
        description: str,
        *,
        retry_after: int | None = None,
        migrate_to_chat_id: int | None = None,
    ) -> None:
        super().__init__(f"{error_code} {description}")
        self.error_code = error_code
        self.description = description
        self.retry_after = retry_after
        self.migrate_to_chat_id = migrate_to_chat_id

    def as_json(self) -> dict[str, Any]:
        hints = {"retry_after": self.retry_after, "migrate_to_chat_id": self.migrate_to_chat_id}
        parameters = {name: value for name, value in hints.items() if value is not None}
        envelope: dict[str, Any] = {
            "ok": False,
            "error_code": self.error_code,
            "description": self.description,
        }
        return {**envelope, "parameters": parameters} if parameters else envelope


def bad_request(why: str) -> ApiError:
    """Return a refusal with status 400; `why` is in Telegram's words."""
    return ApiError(400, f"Bad Request: {why}")


class Refusal(Enum):
    """The named refusals; the details given to `error` replace each `{}`.

    The words before the colon give the status.
    """

    TOKEN_MALFORMED = "Unauthorized: invalid token specified"  # noqa: S105
    TOKEN_UNKNOWN = "Unauthorized"  # noqa: S105
    NOT_FOUND = "Not Found"
    METHOD_NOT_FOUND = "Not Found: method not found"
    GROUPS_ONLY = "Bad Request: method is available for supergroup and channel chats only"
    CHAT_NOT_FOUND = "Bad Request: chat not found"
    THREAD_NOT_FOUND = "Bad Request: message thread not found"
    GROUP_UPGRADED = "Bad Request: group chat was upgraded to a supergroup chat"
    MESSAGE_TOO_LONG = "Bad Request: message is too long"
    ANSWER_TOO_LONG = "Bad Request: MESSAGE_TOO_LONG"
    UNREADABLE_ENTITIES = "Bad Request: can't parse entities: {}"
    RICH_UNREADABLE = "Bad Request: can't parse rich message: {}"
    RICH_TOO_DEEP = "Bad Request: rich message is nested too deep"
    RICH_MEDIA = "Bad Request: the local Telegram shows no media in rich messages"
    MESSAGE_NOT_FOUND = "Bad Request: message {} not found"
    MESSAGE_IDS_MISSING = "Bad Request: message identifiers are not specified"
    NOT_EDITABLE = "Bad Request: message can't be edited"
    QUERY_TOO_OLD = (
        "Bad Request: query is too old and response timeout expired or query ID is invalid"
    )
    UNREADABLE_RESULTS_BUTTON = "Bad Request: can't parse inline query results button: {}"
    UNREADABLE_MARKUP = "Bad Request: can't parse reply keyboard markup JSON object"
    UNREADABLE_BUTTON = "Bad Request: can't parse inline keyboard button: {}"
    UNREADABLE_KEY = "Bad Request: can't parse keyboard button: {}"
    UNREADABLE_PRICE = "Bad Request: can't parse labeled price: {}"
    UNREADABLE_LIST = "Bad Request: can't parse {} JSON object"
    LOCATION_INVALID = "Bad Request: wrong or empty location specified"
    NOT_PARTICIPANT = "Bad Request: USER_NOT_PARTICIPANT"
    MAY_NOT_RESTRICT = "Bad Request: not enough rights to restrict/unrestrict chat member"
    TITLE_EMPTY = "Bad Request: title must be non-empty"
    MAY_NOT_CHANGE = "Bad Request: not enough rights to change chat {}"
    MAY_NOT_INVITE = "Bad Request: not enough rights to manage chat invite link"
    CHAT_NOT_MODIFIED = "Bad Request: CHAT_NOT_MODIFIED"
    MAY_NOT_OPEN_TOPIC = "Bad Request: not enough rights to create a topic"
    MAY_NOT_CHANGE_TOPIC = "Bad Request: not enough rights to edit the topic"
    TOPIC_SAME = "Bad Request: TOPIC_NOT_MODIFIED"
    MENU_BUTTON_INVALID = "Bad Request: can't parse menu button: {}"
    UNREADABLE_COMMAND = "Bad Request: can't parse BotCommand: {}"
    WEBHOOK_URL_INVALID = "Bad Request: invalid webhook URL specified"
    BLOCKED = "Forbidden: bot was blocked by the user"
    DEACTIVATED = "Forbidden: user is deactivated"
    NOT_STARTED = "Forbidden: bot can't initiate conversation with a user"
    TO_A_BOT = "Forbidden: bot can't send messages to bots"
    KICKED = "Forbidden: bot was kicked from the {} chat"
    NOT_MEMBER = "Forbidden: bot is not a member of the {} chat"
    OTHER_POLL = (
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is "
        "running"
    )
    WEBHOOK_ACTIVE = (
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to "
        "delete the webhook first"
    )
    WEBHOOK_SET = "Conflict: terminated by setWebhook request"
    TOO_LARGE = "Request Entity Too Large"
    TOO_MANY = "Too Many Requests: retry after {}"
    RESTART = "Internal Server Error: restart"
    DOWN = "Bad Gateway"

    def error(self, *details: object, **parameters: int) -> ApiError:
        description = self.value.format(*details)
        return ApiError(_STATUSES[description.partition(":")[0]], description, **parameters)


def too_many(seconds: int) -> ApiError:
    """Return the refusal of a call that must wait for that many seconds."""
    return Refusal.TOO_MANY.error(seconds, retry_after=seconds)
