"""The actions of people and the handling of events, without Telegram and without HTTP."""
