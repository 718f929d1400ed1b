"""Operators and their programs, of whom the contract knows a dashboard and no more.

Operators (contract: Authentication, rule 3):

- An operator logs in with a password and a code of an app, or by a link that the command line has
  made: who runs commands on the service's machine can do all that the page can. The link lets an
  operator set both, and there is no other way to set them, so that a session left open gives
  nothing away for longer than it lasts.
- Wrong attempts are slowed by address, and counted by operator and network. After some of them that
  network waits ever longer, and right ones are refused meanwhile, in the same words as wrong ones
  and as unknown names. So do all networks after more of them, for who guesses may have many. A
  browser that has logged in before is counted by itself, and a link gets in all the same: a
  stranger who knows a name cannot shut its operator out.
- A login from a network that none had come from is told in the operator's other sessions, until
  they say that it was theirs. Before a key is replaced the password is asked for again.
- Every operator may do everything, in both environments. The audit log says who did what.
- Kept admin libraries write to the tables themselves; here everything goes through the operations,
  for a row that changes without its webhook and its texts is a delivery that nobody hears of.

Programs of the operator, such as a bot, which fill in what the contract has no call for:

- They have a separate API, `/<environment>/operator/v1`, and not more calls of the contract's: a
  reader of that one's description finds what the contract has and nothing else.
- They have keys of their own, of one environment. The API's is the account's, which others hold as
  well and which signs webhooks; it says nothing of who operates. Such a key signs nothing, so its
  hash is kept alone. Any number are valid at once: one is ended when its program has another.
- A failure reads as in the API ("Failure is HTTP 422", contract: Endpoints), also of a name in the
  path that is unknown. Everything is put, never added: sent twice it has the effect of one.
- What a rider's statement leaves out, or has null, stays. It says `active` outright, as the
  contract's call cannot, and takes nobody on without name and phone: customers are told both. What
  a rider gets for a delivery it does not say: that is for people to decide.
"""

from collections.abc import Mapping
from datetime import timedelta

OPERATOR_LINK_VALID_FOR = timedelta(minutes=10)
"""From a terminal to a browser is a moment, and a link in a log should be of no use."""

OPERATOR_IDLE = timedelta(minutes=30)
OPERATOR_SESSION = timedelta(hours=12)
"""A session ends after so long without a request, and after a working day in any case."""

OPERATOR_PROVEN_FOR = timedelta(minutes=10)
"""So long after a password was given it is not asked for again, before a key is replaced."""

OPERATOR_FREE_MISSES = 5
OPERATOR_FREE_MISSES_OF_STRANGERS = 20
OPERATOR_WAIT = timedelta(seconds=30)
OPERATOR_LONGEST_WAIT = timedelta(minutes=15)
"""After some wrong attempts a network or a known browser waits, and after more of them each browser
that is not known; twice as long after each further one."""

OPERATOR_MISSES_KEPT = timedelta(days=1)
"""So long after the last wrong attempt all are forgiven."""

OPERATOR_BROWSER_KNOWN_FOR = timedelta(days=180)

PASSWORD_LENGTHS = range(12, 257)
"""Characters. Twelve are not guessed at the pace that the waits leave."""

AUDIT_KEPT = timedelta(days=366)
"""A year and its day: what is found out late is looked up, and nobody's steps are kept for ever."""

OPERATOR_KEY_PREFIXES: Mapping[str, str] = {"development": "hop_dev_", "production": "hop_live_"}
"""A person sees which environment the key opens, and takes it for no API key."""

MOST_COMMISSIONS = 5000
"""How many commissions the operator's door lists in one answer; more are refused."""

TOO_MANY_COMMISSIONS = f"There are more than {MOST_COMMISSIONS} then; ask for a shorter time."
