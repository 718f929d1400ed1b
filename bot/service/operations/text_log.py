"""What became of the texts of an environment; what they tell is nobody's to read."""

from bot.service.environment import UnitOfWork, lookup, operation
from bot.service.store.text_log import texts_in, texts_of
from bot.service.store.text_rows import add_receipt

list_texts = lookup(texts_in)
texts_of_delivery = lookup(texts_of)


@operation
def take_receipt(work: UnitOfWork, message_id: str, receipt: str) -> bool:
    """Write down what the gateway tells of a text; tell whether there is such a text."""
    return add_receipt(work.tx, work.environment.name, message_id, receipt)
