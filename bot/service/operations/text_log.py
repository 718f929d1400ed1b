"""What became of the texts of an environment; what they tell is nobody's to read."""

from bot.service.environment import lookup
from bot.service.store.text_log import texts_in, texts_of

list_texts = lookup(texts_in)
texts_of_delivery = lookup(texts_of)
