"""`handover service text …`: the states of text messages, never their words."""

from bot.cli.rows import moment, show_table
from bot.cli.service.operation import EnvironmentCommands, Limit, OfDelivery, OnlyFailed
from bot.service.environment import Environment
from bot.service.operations.find import delivery_named
from bot.service.operations.tell import list_texts, texts_of_delivery
from bot.service.store.tables import DONE, DROPPED, FAILED, WAITING

_STATES = (WAITING, DONE, FAILED, DROPPED)

app = EnvironmentCommands(
    "The text messages of an environment: what became of each.\n\n"
    "Their words are shown to nobody, and are wiped as soon as a text is sent.",
    missing="There is no delivery {delivery} in {environment}.",
)


@app.operation("list")
async def list_(
    env: Environment, delivery: OfDelivery = None, failed: OnlyFailed = False, limit: Limit = 50
) -> None:
    """List the newest texts: what each is about, its state, and how often it was tried.

    Example: handover service text list production --delivery 1001
    """
    states = (FAILED,) if failed else _STATES
    if delivery is None:
        texts = await list_texts(env, states, limit)
    else:
        found = await texts_of_delivery(env, await delivery_named(env, delivery))
        texts = [text for text in found if text.state in states][:limit]
    show_table(
        ("text", "order", "about", "state", "attempts", "made", "ended", "receipt"),
        [
            (
                text.id,
                text.order_number,
                text.about,
                text.state,
                text.attempts,
                moment(text.created_at),
                moment(text.finished_at),
                text.receipt,
            )
            for text in texts
        ],
        otherwise="There are no such texts.",
    )
