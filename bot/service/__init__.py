"""The delivery fleet service: the contract's API, complete and durable.

The rooms, top first; imports go down only:

    serving config           a program of its own: settings from a file, HTTP and TLS
    app          FleetService: builds the parts, starts and stops them
    api/         what is said over HTTP: keys, bodies in both encodings, routes, answers
    webhooks texts            what is sent out: a row and a job each, in order per lane, retries
    housekeeping              what is done once a day
    operations/  what is done: create, assign, move, list, invite; one write transaction each
    environment  what operations work with, and which another process may open on the same database
    request_bodies/          what is asked, checked field by field
    responses/   what is answered and sent: models that build the answers and describe them
    keyring sms  API keys, and what carries texts
    store/       the tables, their migrations and every SQL statement
    rules        every decision on a gap of the contract, with its reason
    account records settings vault errors addresses vocabulary        words for all rooms

Any number of processes serve one PostgreSQL database, and one a SQLite file. The service imports
nothing from the rest of the package but `bot.base`, which knows no contract, so that a misreading
of it on one side shows on the other.
"""
