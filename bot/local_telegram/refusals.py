"""What the Bot API answers when it refuses a call: every status and description in one table."""

from enum import Enum
from typing import Any

_NOT_MODIFIED = (
    "Bad Request: message is not modified: specified new message content and reply markup are "
    "exactly the same as a current content and reply markup of the message"
)
_OTHER_POLL = (
    "Conflict: terminated by other getUpdates request; "
    "make sure that only one bot instance is running"
)
_WEBHOOK_ACTIVE = (
    "Conflict: can't use getUpdates method while webhook is active; "
    "use deleteWebhook to delete the webhook first"
)


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
    """One row per refusal; `{}` stands for what `error` is given."""

    TOKEN_MALFORMED = (401, "Unauthorized: invalid token specified")
    TOKEN_UNKNOWN = (401, "Unauthorized")
    NOT_FOUND = (404, "Not Found")
    METHOD_NOT_FOUND = (404, "Not Found: method not found")

    PINNED_NOT_FOUND = (400, "Bad Request: message to pin not found")
    UNPINNED_NOT_FOUND = (400, "Bad Request: message to unpin not found")
    MAY_NOT_PIN = (400, "Bad Request: not enough rights to manage pinned messages in the chat")

    MAY_NOT = (400, "Bad Request: not enough rights")
    MAY_NOT_SEND = (400, "Bad Request: not enough rights to send {} to the chat")
    TOPIC_CLOSED = (400, "Bad Request: TOPIC_CLOSED")
    GROUPS_ONLY = (400, "Bad Request: method is available for supergroup and channel chats only")

    CHAT_ID_EMPTY = (400, "Bad Request: chat_id is empty")
    CHAT_NOT_FOUND = (400, "Bad Request: chat not found")
    USER_NOT_FOUND = (400, "Bad Request: user not found")
    THREAD_NOT_FOUND = (400, "Bad Request: message thread not found")
    GROUP_UPGRADED = (400, "Bad Request: group chat was upgraded to a supergroup chat")
    TEXT_EMPTY = (400, "Bad Request: message text is empty")
    TEXT_TOO_LARGE = (400, "Bad Request: text is too long")
    MESSAGE_TOO_LONG = (400, "Bad Request: message is too long")
    CAPTION_TOO_LONG = (400, "Bad Request: message caption is too long")
    ANSWER_TOO_LONG = (400, "Bad Request: MESSAGE_TOO_LONG")
    UNREADABLE_ENTITIES = (400, "Bad Request: can't parse entities: {}")
    UNKNOWN_PARSE_MODE = (400, "Bad Request: unsupported parse_mode")
    RICH_FORM = (
        400,
        "Bad Request: rich message must have exactly one of html, markdown and blocks",
    )
    RICH_UNREADABLE = (400, "Bad Request: can't parse rich message: {}")
    RICH_EMPTY = (400, "Bad Request: rich message is empty")
    RICH_TOO_MANY = (400, "Bad Request: rich message has too many blocks")
    RICH_TOO_DEEP = (400, "Bad Request: rich message is nested too deep")
    RICH_TOO_WIDE = (400, "Bad Request: rich message has a table with too many columns")
    RICH_BUTTONS = (400, "Bad Request: rich message must have 1-8 buttons in a row")
    RICH_MEDIA = (400, "Bad Request: the local Telegram shows no media in rich messages")
    NOT_UTF8 = (400, "Bad Request: strings must be encoded in UTF-8")
    EDITED_NOT_FOUND = (400, "Bad Request: message to edit not found")
    REACTION_INVALID = (400, "Bad Request: REACTION_INVALID")
    TOO_MANY_REACTIONS = (400, "Bad Request: REACTIONS_TOO_MANY")
    DELETED_NOT_FOUND = (400, "Bad Request: message to delete not found")
    QUOTE_NOT_FOUND = (400, "Bad Request: QUOTE_TEXT_INVALID")
    # Nobody has published in which words ephemeral messages are refused, but the first.
    NOT_ASKED_FOR = (400, "Bad Request: MESSAGE_NOT_COMMAND")
    REPLY_NOT_EPHEMERAL = (400, "Bad Request: reply to an ephemeral message must be ephemeral")
    NOT_EPHEMERAL = (400, "Bad Request: the message can't be ephemeral")
    NOT_REPLACED = (400, "Bad Request: an ephemeral message must be edited instead of replaced")
    REPLIED_NOT_FOUND = (400, "Bad Request: message to be replied not found")
    COPIED_NOT_FOUND = (400, "Bad Request: message to copy not found")
    FORWARDED_NOT_FOUND = (400, "Bad Request: message to forward not found")
    REACTED_NOT_FOUND = (400, "Bad Request: message to react not found")
    MESSAGE_ID_MISSING = (400, "Bad Request: message identifier is not specified")
    MESSAGE_IDS_MISSING = (400, "Bad Request: message identifiers are not specified")
    TOO_MANY_MESSAGE_IDS = (400, "Bad Request: too many message identifiers specified")
    NONE_TO_FORWARD = (400, "Bad Request: there are no messages to forward")
    TOO_OLD_TO_DELETE = (400, "Bad Request: message can't be deleted for everyone")
    NOT_DELETABLE = (400, "Bad Request: message can't be deleted")
    NOT_EDITABLE = (400, "Bad Request: message can't be edited")
    NO_TEXT_TO_EDIT = (400, "Bad Request: there is no text in the message to edit")
    NO_CAPTION_TO_EDIT = (400, "Bad Request: there is no caption in the message to edit")
    NOT_MODIFIED = (400, _NOT_MODIFIED)
    QUERY_TOO_OLD = (
        400,
        "Bad Request: query is too old and response timeout expired or query ID is invalid",
    )
    TOO_MANY_RESULTS = (400, "Bad Request: RESULTS_TOO_MUCH")
    RESULT_ID_INVALID = (400, "Bad Request: RESULT_ID_INVALID")
    RESULT_ID_TWICE = (400, "Bad Request: RESULT_ID_DUPLICATE")
    NEXT_OFFSET_INVALID = (400, "Bad Request: NEXT_OFFSET_INVALID")
    UNREADABLE_RESULTS = (400, "Bad Request: can't parse JSON encoded inline query results: {}")
    RESULTS_NOT_LIST = (400, "Bad Request: expected an Array of inline query results")
    UNREADABLE_RESULT = (400, "Bad Request: can't parse inline query result: {}")
    UNREADABLE_RESULTS_BUTTON = (400, "Bad Request: can't parse inline query results button: {}")
    START_PARAMETER_EMPTY = (400, "Bad Request: can't use empty start_parameter")
    START_PARAMETER_TOO_LONG = (400, "Bad Request: too long start_parameter specified")
    START_PARAMETER_CHARACTERS = (
        400,
        "Bad Request: unallowed characters in start_parameter are used",
    )
    WEB_URL_INVALID = (400, "Bad Request: wrong HTTP URL specified")
    UNREADABLE_MARKUP = (400, "Bad Request: can't parse reply keyboard markup JSON object")
    MARKUP_NOT_OBJECT = (400, "Bad Request: object expected as reply markup")
    UNREADABLE_BUTTON = (400, "Bad Request: can't parse inline keyboard button: {}")
    UNREADABLE_KEY = (400, "Bad Request: can't parse keyboard button: {}")
    BUTTON_URL_INVALID = (
        400,
        "Bad Request: inline keyboard button URL '{}' is invalid: Wrong HTTP URL",
    )
    BUTTON_DATA_INVALID = (400, "Bad Request: BUTTON_DATA_INVALID")
    COPIED_TEXT_INVALID = (400, "Bad Request: BUTTON_COPY_TEXT_INVALID")
    MARKUP_TOO_LONG = (400, "Bad Request: reply markup is too long")
    INLINE_KEYBOARD_EXPECTED = (400, "Bad Request: inline keyboard expected")
    CONTACT_IN_GROUP = (400, "Bad Request: phone number can be requested in private chats only")
    LOCATION_IN_GROUP = (400, "Bad Request: location can be requested in private chats only")
    CHOICE_IN_GROUP = (400, "Bad Request: {} can be requested in private chats only")
    WEB_APP_IN_GROUP = (400, "Bad Request: BUTTON_TYPE_INVALID")
    WEB_APP_URL = (
        400,
        "Bad Request: {} button Web App URL '{}' is invalid: Only HTTPS links are allowed",
    )
    WRONG_ACTION = (400, "Bad Request: wrong parameter action in request")
    DICE_INVALID = (400, "Bad Request: wrong dice emoji")
    NO_MEDIA = (400, "Bad Request: can't parse InputMedia: media not found")
    MEDIA_KIND = (400, 'Bad Request: can\'t parse InputMedia: type "{}" is unsupported')
    ALBUM_KIND = (
        400,
        "Bad Request: can't use the media of the specified type in the album",
    )
    NO_FILE = (400, "Bad Request: there is no {} in the request")
    WRONG_FILE_ID = (400, "Bad Request: wrong file_id or the file is temporarily unavailable")
    WRONG_FILE_KIND = (400, "Bad Request: can't use file of type {} as {}")
    PHOTO_TOO_BIG = (
        400,
        "Bad Request: file of size {} bytes is too big for a photo; the maximum size is {} bytes",
    )
    NO_PICTURE = (400, "Bad Request: IMAGE_PROCESS_FAILED")
    PHOTO_DIMENSIONS = (400, "Bad Request: PHOTO_INVALID_DIMENSIONS")
    NO_WEB_FILES = (400, "Bad Request: failed to get HTTP URL content")
    FILE_TOO_BIG = (400, "Bad Request: file is too big")
    ALBUM_SIZE = (400, "Bad Request: expected 2-10 items in the album")
    UNREADABLE_LIST = (400, "Bad Request: can't parse {} JSON object")
    LOCATION_INVALID = (400, "Bad Request: wrong or empty location specified")
    FIELD_EMPTY = (400, "Bad Request: {} must be non-empty")
    POLL_QUESTION_EMPTY = (400, "Bad Request: poll question must be non-empty")
    POLL_QUESTION_TOO_LONG = (400, "Bad Request: poll question length must not exceed {}")
    POLL_TOO_FEW = (400, "Bad Request: poll must have at least 2 option")
    POLL_TOO_MANY = (400, "Bad Request: poll can't have more than {} options")
    POLL_OPTION_EMPTY = (400, "Bad Request: poll options must be non-empty")
    POLL_OPTION_TOO_LONG = (400, "Bad Request: poll options length must not exceed {}")
    POLL_KIND = (400, "Bad Request: unsupported poll type specified")
    POLL_WRONG_OPTION = (400, "Bad Request: wrong correct option ID specified")
    POLL_NOT_FOUND = (400, "Bad Request: message with poll to stop not found")
    NO_POLL = (400, "Bad Request: message is not a poll")
    POLL_NOT_OWN = (400, "Bad Request: poll can't be stopped")
    POLL_CLOSED = (400, "Bad Request: poll has already been closed")

    USER_ID_INVALID = (400, "Bad Request: invalid user_id specified")
    NOT_PARTICIPANT = (400, "Bad Request: USER_NOT_PARTICIPANT")
    UNKNOWN_PARTICIPANT = (400, "Bad Request: PARTICIPANT_ID_INVALID")
    SUPERGROUPS_ONLY = (400, "Bad Request: method is available only for supergroups")
    NO_ADMINISTRATORS = (400, "Bad Request: there are no administrators in the private chat")
    MAY_NOT_RESTRICT = (
        400,
        "Bad Request: not enough rights to restrict/unrestrict chat member",
    )
    NOT_ONESELF = (400, "Bad Request: can't restrict self")
    NOT_THE_OWNER = (400, "Bad Request: can't remove chat owner")
    NO_DEMOTED_OWNER = (400, "Bad Request: can't demote chat creator")
    IS_ADMINISTRATOR = (400, "Bad Request: user is an administrator of the chat")
    IS_NO_ADMINISTRATOR = (400, "Bad Request: user is not an administrator")
    RIGHT_FORBIDDEN = (400, "Bad Request: RIGHT_FORBIDDEN")
    NO_REQUEST = (400, "Bad Request: HIDE_REQUESTER_MISSING")
    TITLE_EMPTY = (400, "Bad Request: title must be non-empty")
    MAY_NOT_CHANGE = (400, "Bad Request: not enough rights to change chat {}")
    MAY_NOT_INVITE = (400, "Bad Request: not enough rights to manage chat invite link")
    CHAT_NOT_MODIFIED = (400, "Bad Request: CHAT_NOT_MODIFIED")
    CHAT_DESCRIPTION_SAME = (400, "Bad Request: chat description is not modified")
    CHAT_ABOUT_TOO_LONG = (400, "Bad Request: CHAT_ABOUT_TOO_LONG")
    NO_FORUM = (400, "Bad Request: the chat is not a forum")
    MAY_NOT_OPEN_TOPIC = (400, "Bad Request: not enough rights to create a topic")
    MAY_NOT_CHANGE_TOPIC = (400, "Bad Request: not enough rights to edit the topic")
    TOPIC_SAME = (400, "Bad Request: TOPIC_NOT_MODIFIED")
    NO_PAYMENTS = (400, "Bad Request: the local Telegram takes no payments")
    NO_WEB_APPS = (400, "Bad Request: the local Telegram opens no web apps")
    NAME_TOO_LONG = (400, "Bad Request: BOT_TITLE_TOO_LONG")
    MENU_BUTTON_INVALID = (400, "Bad Request: can't parse menu button: {}")

    COMMAND_INVALID = (400, "Bad Request: BOT_COMMAND_INVALID")
    COMMAND_EMPTY = (400, "Bad Request: command must be non-empty")
    COMMAND_TOO_LONG = (400, "Bad Request: command length must not exceed {}")
    COMMAND_DESCRIPTION_EMPTY = (400, "Bad Request: command description must be non-empty")
    COMMAND_DESCRIPTION_TOO_LONG = (
        400,
        "Bad Request: command description length must not exceed {}",
    )
    UNREADABLE_COMMAND = (400, "Bad Request: can't parse BotCommand: {}")
    TOO_MANY_COMMANDS = (400, "Bad Request: BOT_COMMANDS_TOO_MUCH")
    DESCRIPTION_TOO_LONG = (400, "Bad Request: BOT_DESCRIPTION_TOO_LONG")
    SCOPE_INVALID = (400, "Bad Request: unsupported BotCommandScope specified")
    WEBHOOK_URL_INVALID = (400, "Bad Request: invalid webhook URL specified")
    WEBHOOK_NOT_HTTPS = (400, "Bad Request: bad webhook: An HTTPS URL must be provided for webhook")
    WEBHOOK_PORT = (
        400,
        "Bad Request: bad webhook: webhook can be set up only on ports 80, 88, 443 or 8443",
    )
    WEBHOOK_RESERVED = (400, "Bad Request: bad webhook: IP address {} is reserved")
    CERTIFICATE_INVALID = (400, "Bad Request: bad webhook: failed to read the certificate")
    SECRET_CHARACTERS = (400, "Bad Request: secret token contains unallowed characters")
    SECRET_TOO_LONG = (400, "Bad Request: secret token is too long")

    BLOCKED = (403, "Forbidden: bot was blocked by the user")
    DEACTIVATED = (403, "Forbidden: user is deactivated")
    NOT_STARTED = (403, "Forbidden: bot can't initiate conversation with a user")
    TO_A_BOT = (403, "Forbidden: bot can't send messages to bots")
    KICKED = (403, "Forbidden: bot was kicked from the {} chat")
    NOT_MEMBER = (403, "Forbidden: bot is not a member of the {} chat")

    OTHER_POLL = (409, _OTHER_POLL)
    WEBHOOK_ACTIVE = (409, _WEBHOOK_ACTIVE)
    WEBHOOK_SET = (409, "Conflict: terminated by setWebhook request")
    TOO_LARGE = (413, "Request Entity Too Large")
    TOO_MANY = (429, "Too Many Requests: retry after {}")
    RESTART = (500, "Internal Server Error: restart")
    DOWN = (502, "Bad Gateway")

    def error(
        self,
        *details: object,
        retry_after: int | None = None,
        migrate_to_chat_id: int | None = None,
    ) -> ApiError:
        code, description = self.value
        return ApiError(
            code,
            description.format(*details),
            retry_after=retry_after,
            migrate_to_chat_id=migrate_to_chat_id,
        )


def too_many(seconds: int) -> ApiError:
    """Return the refusal of a call that comes too early."""
    return Refusal.TOO_MANY.error(seconds, retry_after=seconds)
