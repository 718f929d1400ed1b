"""How the programs of the cluster are set up: their config files and command lines."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

USER = "handover"
"""Who owns the databases, with the same word as password."""

# The lead ends that long after its holder was last heard of: Patroni takes no less.
LEAD_SECONDS = 20
_LOOK_SECONDS = 5
_RETRY_SECONDS = 7


@dataclass(frozen=True, slots=True)
class Node:
    """One PostgreSQL with the Patroni that watches over it, and the ports of both."""

    name: str
    port: int
    patroni_port: int


def patroni(node: Node, folder: Path, programs: Path, etcd_port: int) -> dict[str, Any]:
    """Return the settings of one node's Patroni, whose file may be JSON: YAML holds it."""
    patroni_address = f"127.0.0.1:{node.patroni_port}"
    address = f"127.0.0.1:{node.port}"
    return {
        "scope": "handover",
        "name": node.name,
        "restapi": {"listen": patroni_address, "connect_address": patroni_address},
        "etcd3": {"hosts": [f"127.0.0.1:{etcd_port}"]},
        "bootstrap": {"dcs": _agreed(), "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}]},
        "postgresql": {
            "listen": address,
            "connect_address": address,
            "data_dir": str(folder / node.name),
            "bin_dir": str(programs),
            "pgpass": str(folder / f"{node.name}.pgpass"),
            "pg_hba": [
                "local all all trust",
                "host all all 127.0.0.1/32 trust",
                "host replication all 127.0.0.1/32 trust",
            ],
            "authentication": {
                "superuser": {"username": "postgres", "password": "postgres"},
                "replication": {"username": "replicator", "password": "replicator"},
                "rewind": {"username": "rewinder", "password": "rewinder"},
            },
            "parameters": {"unix_socket_directories": str(folder)},
        },
    }


def _agreed() -> Mapping[str, Any]:
    """Return what all nodes keep to: a commit is answered once a second node has it, too."""
    return {
        "ttl": LEAD_SECONDS,
        "loop_wait": _LOOK_SECONDS,
        "retry_timeout": _RETRY_SECONDS,
        "synchronous_mode": True,
        "postgresql": {
            "use_pg_rewind": True,
            "parameters": {
                "max_connections": 200,
                "shared_buffers": "64MB",
                "wal_keep_size": "256MB",
                "synchronous_commit": "on",
                "wal_log_hints": "on",
                # A killed process leaves to the kernel what it has written: only a machine that
                # goes down would lose it, and none does here.
                "fsync": "off",
            },
        },
    }


def etcd(folder: Path, port: int, peer_port: int) -> list[str]:
    """Return the options of an etcd that is alone."""
    here, peers = f"http://127.0.0.1:{port}", f"http://127.0.0.1:{peer_port}"
    return [
        *("--name", "etcd", "--data-dir", str(folder / "etcd"), "--log-level", "error"),
        *("--listen-client-urls", here, "--advertise-client-urls", here),
        *("--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers),
        *("--initial-cluster", f"etcd={peers}"),
    ]


def haproxy(port: int, nodes: Iterable[Node]) -> str:
    """Return the config of a proxy that leads to the primary, as Patroni tells it."""
    servers = "\n".join(
        f"  server {node.name} 127.0.0.1:{node.port} check port {node.patroni_port}"
        for node in nodes
    )
    return f"""
global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:{port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
{servers}
"""


def pgbouncer(folder: Path, port: int, upstream: int) -> str:
    """Return the config of a pooler that lends a connection for one transaction at a time."""
    return f"""
[databases]
* = host=127.0.0.1 port={upstream}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = {folder}/users.txt
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
server_login_retry = 1
ignore_startup_parameters = extra_float_digits,options
"""


def pgbouncer_users() -> str:
    """Return the users that the pooler knows."""
    return f'"{USER}" "{USER}"\n'
