"""What the Bot API answers when it refuses a call: every status and description in one table."""

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


class Refusal(Enum):
    """One row per refusal; `{}` stands for what `error` is given.

    The words before the colon say the status.
    """

    TOKEN_MALFORMED = "Unauthorized: invalid token specified"  # noqa: S105
    TOKEN_UNKNOWN = "Unauthorized"  # noqa: S105
    NOT_FOUND = "Not Found"
    METHOD_NOT_FOUND = "Not Found: method not found"

    PINNED_NOT_FOUND = "Bad Request: message to pin not found"
    UNPINNED_NOT_FOUND = "Bad Request: message to unpin not found"
    MAY_NOT_PIN = "Bad Request: not enough rights to manage pinned messages in the chat"

    MAY_NOT = "Bad Request: not enough rights"
    MAY_NOT_SEND = "Bad Request: not enough rights to send {} to the chat"
    TOPIC_CLOSED = "Bad Request: TOPIC_CLOSED"
    GROUPS_ONLY = "Bad Request: method is available for supergroup and channel chats only"

    CHAT_ID_EMPTY = "Bad Request: chat_id is empty"
    CHAT_NOT_FOUND = "Bad Request: chat not found"
    USER_NOT_FOUND = "Bad Request: user not found"
    THREAD_NOT_FOUND = "Bad Request: message thread not found"
    GROUP_UPGRADED = "Bad Request: group chat was upgraded to a supergroup chat"
    TEXT_EMPTY = "Bad Request: message text is empty"
    TEXT_TOO_LARGE = "Bad Request: text is too long"
    MESSAGE_TOO_LONG = "Bad Request: message is too long"
    CAPTION_TOO_LONG = "Bad Request: message caption is too long"
    ANSWER_TOO_LONG = "Bad Request: MESSAGE_TOO_LONG"
    UNREADABLE_ENTITIES = "Bad Request: can't parse entities: {}"
    UNKNOWN_PARSE_MODE = "Bad Request: unsupported parse_mode"
    RICH_FORM = "Bad Request: rich message must have exactly one of html, markdown and blocks"
    RICH_UNREADABLE = "Bad Request: can't parse rich message: {}"
    RICH_EMPTY = "Bad Request: rich message is empty"
    RICH_TOO_MANY = "Bad Request: rich message has too many blocks"
    RICH_TOO_DEEP = "Bad Request: rich message is nested too deep"
    RICH_TOO_WIDE = "Bad Request: rich message has a table with too many columns"
    RICH_BUTTONS = "Bad Request: rich message must have 1-8 buttons in a row"
    RICH_MEDIA = "Bad Request: the local Telegram shows no media in rich messages"
    NOT_UTF8 = "Bad Request: strings must be encoded in UTF-8"
    EDITED_NOT_FOUND = "Bad Request: message to edit not found"
    REACTION_INVALID = "Bad Request: REACTION_INVALID"
    TOO_MANY_REACTIONS = "Bad Request: REACTIONS_TOO_MANY"
    DELETED_NOT_FOUND = "Bad Request: message to delete not found"
    QUOTE_NOT_FOUND = "Bad Request: QUOTE_TEXT_INVALID"
    # Nobody has published in which words ephemeral messages are refused, but the first.
    NOT_ASKED_FOR = "Bad Request: MESSAGE_NOT_COMMAND"
    REPLY_NOT_EPHEMERAL = "Bad Request: reply to an ephemeral message must be ephemeral"
    NOT_EPHEMERAL = "Bad Request: the message can't be ephemeral"
    NOT_REPLACED = "Bad Request: an ephemeral message must be edited instead of replaced"
    REPLIED_NOT_FOUND = "Bad Request: message to be replied not found"
    COPIED_NOT_FOUND = "Bad Request: message to copy not found"
    FORWARDED_NOT_FOUND = "Bad Request: message to forward not found"
    REACTED_NOT_FOUND = "Bad Request: message to react not found"
    MESSAGE_ID_MISSING = "Bad Request: message identifier is not specified"
    MESSAGE_IDS_MISSING = "Bad Request: message identifiers are not specified"
    TOO_MANY_MESSAGE_IDS = "Bad Request: too many message identifiers specified"
    NONE_TO_FORWARD = "Bad Request: there are no messages to forward"
    TOO_OLD_TO_DELETE = "Bad Request: message can't be deleted for everyone"
    NOT_DELETABLE = "Bad Request: message can't be deleted"
    NOT_EDITABLE = "Bad Request: message can't be edited"
    NO_TEXT_TO_EDIT = "Bad Request: there is no text in the message to edit"
    NO_CAPTION_TO_EDIT = "Bad Request: there is no caption in the message to edit"
    NOT_MODIFIED = (
        "Bad Request: message is not modified: specified new message content and reply markup are "
        "exactly the same as a current content and reply markup of the message"
    )
    QUERY_TOO_OLD = (
        "Bad Request: query is too old and response timeout expired or query ID is invalid"
    )
    TOO_MANY_RESULTS = "Bad Request: RESULTS_TOO_MUCH"
    RESULT_ID_INVALID = "Bad Request: RESULT_ID_INVALID"
    RESULT_ID_TWICE = "Bad Request: RESULT_ID_DUPLICATE"
    NEXT_OFFSET_INVALID = "Bad Request: NEXT_OFFSET_INVALID"
    UNREADABLE_RESULTS = "Bad Request: can't parse JSON encoded inline query results: {}"
    RESULTS_NOT_LIST = "Bad Request: expected an Array of inline query results"
    UNREADABLE_RESULT = "Bad Request: can't parse inline query result: {}"
    UNREADABLE_RESULTS_BUTTON = "Bad Request: can't parse inline query results button: {}"
    START_PARAMETER_EMPTY = "Bad Request: can't use empty start_parameter"
    START_PARAMETER_TOO_LONG = "Bad Request: too long start_parameter specified"
    START_PARAMETER_CHARACTERS = "Bad Request: unallowed characters in start_parameter are used"
    WEB_URL_INVALID = "Bad Request: wrong HTTP URL specified"
    UNREADABLE_MARKUP = "Bad Request: can't parse reply keyboard markup JSON object"
    MARKUP_NOT_OBJECT = "Bad Request: object expected as reply markup"
    UNREADABLE_BUTTON = "Bad Request: can't parse inline keyboard button: {}"
    UNREADABLE_KEY = "Bad Request: can't parse keyboard button: {}"
    BUTTON_URL_INVALID = "Bad Request: inline keyboard button URL '{}' is invalid: Wrong HTTP URL"
    BUTTON_DATA_INVALID = "Bad Request: BUTTON_DATA_INVALID"
    COPIED_TEXT_INVALID = "Bad Request: BUTTON_COPY_TEXT_INVALID"
    MARKUP_TOO_LONG = "Bad Request: reply markup is too long"
    INLINE_KEYBOARD_EXPECTED = "Bad Request: inline keyboard expected"
    CONTACT_IN_GROUP = "Bad Request: phone number can be requested in private chats only"
    LOCATION_IN_GROUP = "Bad Request: location can be requested in private chats only"
    CHOICE_IN_GROUP = "Bad Request: {} can be requested in private chats only"
    WEB_APP_IN_GROUP = "Bad Request: BUTTON_TYPE_INVALID"
    WEB_APP_URL = "Bad Request: {} button Web App URL '{}' is invalid: Only HTTPS links are allowed"
    WRONG_ACTION = "Bad Request: wrong parameter action in request"
    DICE_INVALID = "Bad Request: wrong dice emoji"
    NO_MEDIA = "Bad Request: can't parse InputMedia: media not found"
    MEDIA_KIND = 'Bad Request: can\'t parse InputMedia: type "{}" is unsupported'
    ALBUM_KIND = "Bad Request: can't use the media of the specified type in the album"
    NO_FILE = "Bad Request: there is no {} in the request"
    WRONG_FILE_ID = "Bad Request: wrong file_id or the file is temporarily unavailable"
    WRONG_FILE_KIND = "Bad Request: can't use file of type {} as {}"
    PHOTO_TOO_BIG = (
        "Bad Request: file of size {} bytes is too big for a photo; the maximum size is {} bytes"
    )
    NO_PICTURE = "Bad Request: IMAGE_PROCESS_FAILED"
    PHOTO_DIMENSIONS = "Bad Request: PHOTO_INVALID_DIMENSIONS"
    NO_WEB_FILES = "Bad Request: failed to get HTTP URL content"
    FILE_TOO_BIG = "Bad Request: file is too big"
    ALBUM_SIZE = "Bad Request: expected 2-10 items in the album"
    UNREADABLE_LIST = "Bad Request: can't parse {} JSON object"
    LOCATION_INVALID = "Bad Request: wrong or empty location specified"
    FIELD_EMPTY = "Bad Request: {} must be non-empty"
    POLL_QUESTION_EMPTY = "Bad Request: poll question must be non-empty"
    POLL_QUESTION_TOO_LONG = "Bad Request: poll question length must not exceed {}"
    POLL_TOO_FEW = "Bad Request: poll must have at least 2 option"
    POLL_TOO_MANY = "Bad Request: poll can't have more than {} options"
    POLL_OPTION_EMPTY = "Bad Request: poll options must be non-empty"
    POLL_OPTION_TOO_LONG = "Bad Request: poll options length must not exceed {}"
    POLL_KIND = "Bad Request: unsupported poll type specified"
    POLL_WRONG_OPTION = "Bad Request: wrong correct option ID specified"
    POLL_NOT_FOUND = "Bad Request: message with poll to stop not found"
    NO_POLL = "Bad Request: message is not a poll"
    POLL_NOT_OWN = "Bad Request: poll can't be stopped"
    POLL_CLOSED = "Bad Request: poll has already been closed"

    USER_ID_INVALID = "Bad Request: invalid user_id specified"
    NOT_PARTICIPANT = "Bad Request: USER_NOT_PARTICIPANT"
    UNKNOWN_PARTICIPANT = "Bad Request: PARTICIPANT_ID_INVALID"
    SUPERGROUPS_ONLY = "Bad Request: method is available only for supergroups"
    NO_ADMINISTRATORS = "Bad Request: there are no administrators in the private chat"
    MAY_NOT_RESTRICT = "Bad Request: not enough rights to restrict/unrestrict chat member"
    NOT_ONESELF = "Bad Request: can't restrict self"
    NOT_THE_OWNER = "Bad Request: can't remove chat owner"
    NO_DEMOTED_OWNER = "Bad Request: can't demote chat creator"
    IS_ADMINISTRATOR = "Bad Request: user is an administrator of the chat"
    IS_NO_ADMINISTRATOR = "Bad Request: user is not an administrator"
    RIGHT_FORBIDDEN = "Bad Request: RIGHT_FORBIDDEN"
    NO_REQUEST = "Bad Request: HIDE_REQUESTER_MISSING"
    TITLE_EMPTY = "Bad Request: title must be non-empty"
    MAY_NOT_CHANGE = "Bad Request: not enough rights to change chat {}"
    MAY_NOT_INVITE = "Bad Request: not enough rights to manage chat invite link"
    CHAT_NOT_MODIFIED = "Bad Request: CHAT_NOT_MODIFIED"
    CHAT_DESCRIPTION_SAME = "Bad Request: chat description is not modified"
    CHAT_ABOUT_TOO_LONG = "Bad Request: CHAT_ABOUT_TOO_LONG"
    NO_FORUM = "Bad Request: the chat is not a forum"
    MAY_NOT_OPEN_TOPIC = "Bad Request: not enough rights to create a topic"
    MAY_NOT_CHANGE_TOPIC = "Bad Request: not enough rights to edit the topic"
    TOPIC_SAME = "Bad Request: TOPIC_NOT_MODIFIED"
    NO_PAYMENTS = "Bad Request: the local Telegram takes no payments"
    NO_WEB_APPS = "Bad Request: the local Telegram opens no web apps"
    NAME_TOO_LONG = "Bad Request: BOT_TITLE_TOO_LONG"
    MENU_BUTTON_INVALID = "Bad Request: can't parse menu button: {}"

    COMMAND_INVALID = "Bad Request: BOT_COMMAND_INVALID"
    COMMAND_EMPTY = "Bad Request: command must be non-empty"
    COMMAND_TOO_LONG = "Bad Request: command length must not exceed {}"
    COMMAND_DESCRIPTION_EMPTY = "Bad Request: command description must be non-empty"
    COMMAND_DESCRIPTION_TOO_LONG = "Bad Request: command description length must not exceed {}"
    UNREADABLE_COMMAND = "Bad Request: can't parse BotCommand: {}"
    TOO_MANY_COMMANDS = "Bad Request: BOT_COMMANDS_TOO_MUCH"
    DESCRIPTION_TOO_LONG = "Bad Request: BOT_DESCRIPTION_TOO_LONG"
    SCOPE_INVALID = "Bad Request: unsupported BotCommandScope specified"
    WEBHOOK_URL_INVALID = "Bad Request: invalid webhook URL specified"
    WEBHOOK_NOT_HTTPS = "Bad Request: bad webhook: An HTTPS URL must be provided for webhook"
    WEBHOOK_PORT = (
        "Bad Request: bad webhook: webhook can be set up only on ports 80, 88, 443 or 8443"
    )
    WEBHOOK_RESERVED = "Bad Request: bad webhook: IP address {} is reserved"
    CERTIFICATE_INVALID = "Bad Request: bad webhook: failed to read the certificate"
    SECRET_CHARACTERS = "Bad Request: secret token contains unallowed characters"  # noqa: S105
    SECRET_TOO_LONG = "Bad Request: secret token is too long"  # noqa: S105

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

    def error(
        self,
        *details: object,
        retry_after: int | None = None,
        migrate_to_chat_id: int | None = None,
    ) -> ApiError:
        description = self.value.format(*details)
        return ApiError(
            _STATUSES[description.partition(":")[0]],
            description,
            retry_after=retry_after,
            migrate_to_chat_id=migrate_to_chat_id,
        )


def too_many(seconds: int) -> ApiError:
    """Return the refusal of a call that comes too early."""
    return Refusal.TOO_MANY.error(seconds, retry_after=seconds)
