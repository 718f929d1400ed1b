"""The errors that carriers of messages, by text or by mail, have in common."""


class CarrierError(Exception):
    """A carrier did not take a message; it is tried again later.

    It never quotes the message or its recipient.
    """


class CarrierRefusedError(CarrierError):
    """The carrier will never take this message; it is given up."""
