"""One-time codes, and the texts that people get.

- Wrong codes are counted by hand-over and not by sender: the key is account-wide, and the codes of
  a delivery could otherwise be tried one after the other. A new code starts a new count.
- The two codes of a delivery differ from each other, from those that they take the place of, and
  from its number and the numbers of orders made shortly before and after: a rider would type one
  number twice, and nobody could tell what it is for.
- Codes are hashed with a key that is not in the database rather than with a slow hash: 10,000
  possible codes are tried in minutes against any slow hash, and not at all without the key.
- `send_sms` governs the courtesy text to the receiver only. The codes' texts are always sent:
  nothing else can carry a code to its person.
- A person whose phone number changes with an update gets a new code while that hand-over is still
  to come. The former code is void: it was told to a number that is not theirs. A receiver's first
  number gets the first code. The same number in another spelling changes nothing.
  `send_sms` again governs the courtesy text alone, which goes to new numbers only.
- A delivery whose `creation_date` is still to come waits: it is created, `Pending` and announced by
  `delivery.created` at once, and may be assigned and accepted, but its people are told on the
  morning of its day, in the business's time zone. A code weeks ahead is a code that is lost. When
  the day changes, new codes for the new day replace those that were not told yet. A rider who
  picks it up before its day asks the operator to send the codes; the drop-off's then goes with
  the pickup.
- Nobody is told anything any more of a delivery that was cancelled or declined.
- A code is stored as a hash and cannot be told again. Sending codes again therefore makes new ones
  for the hand-overs to come, and the former are void.
- A text is in the language of its phone's country, by `LANGUAGE_OF_CODE`: nothing in a delivery
  says what a person reads. The first text with a drop-off code leads into the Telegram bot, whose
  name is a setting: `hello` is what the bot takes for a word without an invitation in it; then it
  asks for the phone number, by which it knows a customer.
- A text is sent once the gateway has taken it. Whether it has reached its phone the gateway can
  tell later, at an address with a secret in it, as gateways sign nothing alike. It is shown and
  changes nothing: a person sends a code again, for phones that are off get theirs hours later. A
  text that is not known here answers 404, so that a gateway that is faster than we tries again.
- A text that still waits when its code becomes void or is used, or when its number is no longer
  that person's, is wiped instead of sent. A courtesy text that waits follows its delivery: it names
  the sender as that does by then, and is wiped when it is not wanted any more.
"""

from collections.abc import Mapping
from datetime import time, timedelta

from bot.service.vocabulary import Language, Stage, State

NUMBERS_NO_CODE = 100
"""No code is so near to the number of its order: a rider carries orders made one after another."""

MAX_WRONG_CODES = 20
"""With four digits at most one code in five hundred is found. Clients that limit their riders by
themselves, to five or ten, get to tell them first."""

STAGES_AHEAD: Mapping[State, tuple[Stage, ...]] = {
    State.PENDING: (Stage.PICKUP, Stage.DROPOFF),
    State.AWAITING_PICKUP: (Stage.PICKUP, Stage.DROPOFF),
    State.ORDER_ACCEPTED: (Stage.PICKUP, Stage.DROPOFF),
    State.IN_TRANSIT: (Stage.DROPOFF,),
}
"""The hand-overs of an open delivery that are still to come, whose codes are still of use."""

TOLD_AT = time(7)
"""On its day, in the business's time zone: awake, and before the first rider comes."""

_COUNTRIES: Mapping[Language, str] = {
    "en": "1 27 44 61 64 91 211 220 231 232 233 234 250 254 255 256 260 263 264 265 353",
    "fr": "33 221 223 224 225 226 227 228 229 235 236 237 241 242 243 257 261 262 590 594 596",
    "es": "34 51 52 53 54 56 57 58 240 502 503 504 505 506 507 591 593 595 598",
    "pt": "55 238 239 244 245 258 351",
    "ar": "20 212 213 216 218 222 249 961 962 963 964 965 966 967 968 970 971 973 974",
}
LANGUAGE_OF_CODE: Mapping[str, Language] = {
    code: language for language, codes in _COUNTRIES.items() for code in codes.split()
}
"""What people read who have a phone of a country, by its dialling code."""

LONGEST_SENDER = 80
"""Characters of a sender's name in a text: with the rest of it they stay one message."""

SMS_PAUSES = tuple(timedelta(seconds=s) for s in (5, 30, 120, 600, 1800, 3600, 7200, 14400))
"""A code is needed within the day; after these attempts the text is wiped as failed."""

SMS_TIMEOUT = timedelta(seconds=15)
"""For one attempt as a whole. A text that was taken and whose answer came later is sent twice,
which hurts less than a code that nobody got."""
