"""Settings that read well and name what cannot be used, and what is said of each."""

from tests.cli.mistakes import CANARY, Mistake, value

KEY_FILES = [
    value("store", "key_file", "<folder>/no/key", "let this user write in <folder>/no"),
    value("store", "key_file", "<folder>/config.toml", "does not hold 32 bytes"),
    value("store", "key_file", "<folder>", "key file <folder> cannot be used: Is a directory"),
    Mistake("chmod 600 <folder>/handover.key", before="open_the_key_file"),
]

DATABASES = [
    value("store", "url", "sqlite+aiosqlite:///<folder>/no/x.db", "let this user write in"),
    value("store", "url", "sqlite+aiosqlite:///<folder>/config.toml", "file is not a database"),
    value("store", "url", "sqlite+aiosqlite:///<folder>", "does not open"),
    value("store", "url", "sqlite+aiosqlite:///<service's database>", "another program's"),
    value("store", "url", f"postgresql+psycopg://a:{CANARY}@127.0.0.1:9/x", "does not open"),
    Mistake("made by a later version of the bot", before="make_a_later_database"),
    Mistake("belongs to another API key", before="make_a_database_of_another_key"),
    Mistake("belongs to another environment", before="make_a_database_of_production"),
    Mistake("belongs to another bot", before="make_a_database_of_another_bot"),
    Mistake("another key file", before="make_a_database_of_another_key_file"),
]

LISTENING = [
    value("web", "port", "<taken>", "is taken by another program: end that one, or set web.port"),
    value("web", "host", "192.0.2.1", "cannot listen on web.host, which is 192.0.2.1"),
    value("web", "host", "no.such.host.invalid", "cannot listen on web.host"),
    value("web", "host", "a..b", "cannot listen on web.host"),
    value("web", "tls_cert", "<folder>/no.pem", "no.pem of web.tls_cert cannot be read"),
    value("web", "tls_cert", "<folder>", "of web.tls_cert cannot be read: Is a directory"),
    value("web", "tls_key", "<folder>/no.pem", "no.pem of web.tls_key cannot be read"),
    value("web", "tls_cert", "<folder>/config.toml", "are not a certificate and its key"),
    value("web", "tls_key", "<another key>", "are not a certificate and its key"),
    value("web", "tls_key", "<locked key>", "the key has a password; take it off"),
]

SERVERS = [
    value("fleet", "ca_file", "<folder>/no.pem", "no.pem of fleet.ca_file cannot be read"),
    value("fleet", "ca_file", "<folder>/config.toml", "of fleet.ca_file holds no certificate"),
    value("fleet", "ca_file", "<another key>", "of fleet.ca_file holds no certificate"),
    value("telegram", "token", f"1000000001:{CANARY}", "Telegram refuses telegram.token"),
    value("telegram", "token", "5:x", "Telegram refuses telegram.token"),
    value("fleet", "api_key", CANARY, "refuses fleet.api_key: is it one for development?"),
    Mistake(
        "refuses fleet.api_key: is it one for production?",
        {"fleet": {"base_url": "<fleet>/production/api/v1", "environment": "production"}},
    ),
    value(
        "fleet", "base_url", "<fleet>/api/v1", "What answers is not a fleet service: fleet.base_url"
    ),
    value("fleet", "base_url", "<telegram>/development/api/v1", "is not a fleet service"),
]

OF_WHAT_IS_NAMED = [*KEY_FILES, *DATABASES, *LISTENING, *SERVERS]
