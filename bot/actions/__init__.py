"""What people and events do, without Telegram and without HTTP."""
