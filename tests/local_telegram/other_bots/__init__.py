"""Example bots of other libraries, as those ship them, on the local Telegram."""
