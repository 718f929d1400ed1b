"""What carriers of messages, by text or by mail, have in common: how they do not take one."""


class CarrierError(Exception):
    """A carrier did not take a message; it is tried again later.

    It never tells the message, nor for whom it was.
    """


class CarrierRefusedError(CarrierError):
    """The carrier will never take this message; it is given up."""
