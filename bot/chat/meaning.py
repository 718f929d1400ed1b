"""What somebody means by their own words is done as if they had typed the command for it."""

from bot.actions.access import may_ask
from bot.chat.handler import Command
from bot.chat.turn import Turn


async def as_typed(turn: Turn, command: Command, argument: str = "") -> bool:
    """Do what a command does; `False` where that is not for people like this one."""
    if not may_ask(turn.person, command.action):
        return False
    turn.meant = f"/{command.name} {argument}".strip()
    await command.handler(turn)
    return True
