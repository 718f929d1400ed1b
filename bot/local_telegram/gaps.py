"""The parts of Bot API 10.3 that the local Telegram lacks, each with the reason.

A test compares these tables with the methods and types of aiogram, so that each gap is listed.
"""

from collections.abc import Mapping

BOT_API = "10.3"


def _each(table: Mapping[str, str]) -> dict[str, str]:
    """Return the reason of each name, from a table of the names of each reason."""
    return {name: reason for reason, names in table.items() for name in names.split()}


METHODS: Mapping[str, str] = _each({
    "it has no business accounts": """
        deleteBusinessMessages getBusinessAccountGifts getBusinessAccountStarBalance
        getBusinessConnection readBusinessMessage removeBusinessAccountProfilePhoto
        setBusinessAccountBio setBusinessAccountGiftSettings setBusinessAccountName
        setBusinessAccountProfilePhoto setBusinessAccountUsername transferBusinessAccountStars
        sendChecklist editMessageChecklist""",
    "it has no gifts": """
        convertGiftToStars getAvailableGifts getChatGifts getUserGifts giftPremiumSubscription
        sendGift transferGift upgradeGift""",
    "it has no stories": "deleteStory editStory postStory repostStory",
    "it has no sticker sets": """
        addStickerToSet createNewStickerSet deleteChatStickerSet deleteStickerFromSet
        deleteStickerSet getCustomEmojiStickers getForumTopicIconStickers getStickerSet
        replaceStickerInSet setChatStickerSet setCustomEmojiStickerSetThumbnail
        setStickerEmojiList setStickerKeywords setStickerMaskPosition setStickerPositionInSet
        setStickerSetThumbnail setStickerSetTitle uploadStickerFile""",
    "it has no games": "getGameHighScores sendGame setGameScore",
    "it has no channels": """
        approveSuggestedPost banChatSenderChat declineSuggestedPost unbanChatSenderChat""",
    "it takes payments by an invoice in a chat alone": """
        createChatSubscriptionInviteLink createInvoiceLink editChatSubscriptionInviteLink
        editUserStarSubscription getMyStarBalance getStarTransactions refundStarPayment
        sendPaidMedia answerShippingQuery""",
    "it opens no web apps": """
        answerWebAppQuery savePreparedInlineMessage savePreparedKeyboardButton
        sendChatJoinRequestWebApp""",
    "it has no bots that other bots manage": """
        getManagedBotAccessSettings getManagedBotToken replaceManagedBotToken
        setManagedBotAccessSettings""",
    "it has no guests": "answerGuestQuery answerChatJoinRequestQuery",
    "its people and groups have no pictures": """
        deleteChatPhoto getUserProfileAudios getUserProfilePhotos removeMyProfilePhoto
        setChatPhoto setMyProfilePhoto sendLivePhoto""",
    "its people have no profiles": """
        getUserChatBoosts getUserPersonalChatMessages removeChatVerification
        removeUserVerification setPassportDataErrors setUserEmojiStatus verifyChat verifyUser""",
    "it has the links of a group that it has made, and does not change them": """
        editChatInviteLink revokeChatInviteLink""",
    "its general topics always have their name, and are shown": """
        editGeneralForumTopic hideGeneralForumTopic reopenGeneralForumTopic
        unhideGeneralForumTopic""",
    "its messages are pinned and taken down by chat": """
        unpinAllForumTopicMessages unpinAllGeneralForumTopicMessages""",
    "its bots take away their own reactions alone": """
        deleteAllMessageReactions deleteMessageReaction""",
    "its members have no tags": "setChatMemberTag",
    "its bots come into groups as members": """
        getMyDefaultAdministratorRights setMyDefaultAdministratorRights""",
})  # fmt: skip
"""Methods that are refused with this reason."""

ARGUMENTS: Mapping[str, str] = _each({
    "it has no business accounts": "business_connection_id",
    "it has no channels": """
        direct_messages_topic_id suggested_post_parameters can_edit_messages can_post_messages
        can_manage_direct_messages""",
    "it sends on no result of an inline search": """
        inline_message_id cache_time is_personal switch_pm_parameter switch_pm_text""",
    "it shows messages without these ornaments": """
        allow_paid_broadcast message_effect_id show_caption_above_media has_spoiler is_big
        icon_custom_emoji_id cover thumbnail start_timestamp supports_streaming
        video_start_timestamp""",
    "it believes what a bot says of a file": "disable_content_type_detection",
    "a place is its point, title and address": """
        foursquare_id foursquare_type google_place_id google_place_type proximity_alert_radius""",
    "a contact is a name and a number": "vcard",
    "a poll lasts until it is stopped, and anybody votes once": """
        allow_adding_options allows_revoting close_date country_codes hide_results_until_closes
        members_only open_period shuffle_options""",
    "a poll is in words": """
        sendPoll.description description_entities description_parse_mode explanation_media
        sendPoll.media""",
    "nobody sees that a bot is busy": "sendChatAction.message_thread_id",
    "what it refuses or allows stays so": "until_date use_independent_chat_permissions",
    "a member who goes leaves their messages": "revoke_messages",
    "its members have no tags": "can_manage_tags",
    "a payment asks for nothing but the price": """
        is_flexible max_tip_amount need_email need_name need_phone_number
        need_shipping_address photo_height photo_size photo_url photo_width provider_data
        send_email_to_provider send_phone_number_to_provider suggested_tip_amounts""",
    "it names all administrators": "return_bots",
})  # fmt: skip
"""Arguments that are ignored, of every method or of one."""

UPDATES: Mapping[str, str] = _each({
    "it has no business accounts": """
        business_connection business_message deleted_business_messages
        edited_business_message""",
    "it has no channels": """
        channel_post edited_channel_post chat_boost removed_chat_boost message_reaction_count""",
    "it sends on no result of an inline search": "chosen_inline_result",
    "it takes payments by an invoice in a chat alone": """
        purchased_paid_media shipping_query subscription""",
    "it has no guests": "guest_message",
    "it has no bots that other bots manage": "managed_bot",
})  # fmt: skip
"""Kinds of updates that are never sent."""

FIELDS: Mapping[str, str] = _each({
    "everybody in a chat sees a keyboard, drawn in one way": """
        ForceReply.selective ReplyKeyboardMarkup.is_persistent ReplyKeyboardMarkup.resize_keyboard
        ReplyKeyboardMarkup.selective""",
    "it has no bots that other bots manage": "KeyboardButton.request_managed_bot",
    "people make no polls": "KeyboardButton.request_poll",
    "this is the spelling of Bot API 6": "KeyboardButton.request_user",
    "a poll is in words": "InputPollOption.media",
    "a rich message has the links that its bot marks": """
        InputRichMessage.skip_entity_detection""",
    "a message answers one of its own chat": """
        ReplyParameters.checklist_task_id
        ReplyParameters.poll_option_id""",
    "a quote is looked for from the start of a message": "ReplyParameters.quote_position",
})  # fmt: skip
"""Fields of objects in arguments that are ignored."""
