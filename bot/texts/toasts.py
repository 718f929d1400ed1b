"""Toasts: short texts over a chat after a press of a button. Plain text, not HTML."""

from bot.texts.words import phrase

CHANGED = phrase("This has changed.")
NOT_FOR_YOU = phrase("This is not for you.")
DEAD_BUTTON = phrase("This button is too old. Please use a newer message.")
QUESTION_OVER = phrase("This question is not open any more.")
GROUP_UNBOUND = phrase("This chat is not bound any more.")
CANNOT_WRITE_TO_YOU = phrase("I cannot write to you. Open our chat and write /start.")
SENT_PRIVATELY = phrase("I have sent it to you privately.")
ASSIGNING = phrase("Assigning…")
SAVING = phrase("Saving…")
AT_MOST = phrase("At most {count} at once.")
OLD_LIST = phrase("This list is too old. Please look again with /find.")
TAKEN_BACK = phrase("Taken back.")
TOO_LATE = phrase("Too late: it has been sent.")
CUSTOMER_READS_IT = phrase("The customer reads it.")
HANDED_OVER = phrase("Handed over.")
DISPATCHER_KNOWS = phrase("The dispatcher knows.")
SHOP_ASKED = phrase("The shop is asked.")
STARS_STAY = phrase("The stars stay as they are after a day.")
THANKS = phrase("Thank you!")
