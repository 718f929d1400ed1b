"""A replicated PostgreSQL on this machine: three nodes, of which Patroni makes one the primary."""

import asyncio
import json
import signal
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx
import psycopg

from bot.demo.town import free_port
from tests.cluster import configuration
from tests.cluster.configuration import USER, Node
from tests.cluster.daemon import Daemon, family, give_away, tell
from tests.cluster.looking import until
from tests.cluster.programs import Programs

_NODES = 3
_START_SECONDS = 120.0


class PostgresCluster:
    """etcd, the nodes, and haproxy and pgbouncer before them. Leaving the block ends all of it.

    The folder must be one that the user of the programs can come to.
    """

    def __init__(self, folder: Path, programs: Programs) -> None:
        self._folder = folder
        self._programs = programs
        self._nodes = [Node(f"node{n}", free_port(), free_port()) for n in range(1, _NODES + 1)]
        self._etcd_port = free_port()
        self._haproxy_port = free_port()
        self._pgbouncer_port = free_port()
        self._patronis = {node.name: self._patroni(node) for node in self._nodes}
        self._http = httpx.AsyncClient(timeout=1, trust_env=False)
        self._others = [
            self._daemon(
                "etcd", programs.etcd, *configuration.etcd(folder, self._etcd_port, free_port())
            ),
            self._daemon("haproxy", programs.haproxy, "-db", "-f", "haproxy.cfg"),
            self._daemon("pgbouncer", programs.pgbouncer, "pgbouncer.ini"),
        ]

    async def __aenter__(self) -> Self:
        try:
            await self._start()
        except BaseException:
            await self.stop()
            raise
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.stop()

    def url(self, database: str) -> str:
        """Return the address that names every node, and asks for the one that takes writes."""
        hosts = "&".join(f"host=127.0.0.1:{node.port}" for node in self._nodes)
        return (
            f"postgresql+psycopg://{USER}:{USER}@/{database}"
            f"?{hosts}&target_session_attrs=read-write"
        )

    def pooled_url(self, database: str) -> str:
        """Return the address of the pooler, which leads to the primary."""
        return f"postgresql+psycopg://{USER}:{USER}@127.0.0.1:{self._pgbouncer_port}/{database}"

    def connection(self, database: str, user: str = USER) -> str:
        """Return the same address as `url`, as the driver takes it."""
        hosts = ",".join("127.0.0.1" for _ in self._nodes)
        ports = ",".join(str(node.port) for node in self._nodes)
        return (
            f"host={hosts} port={ports} user={user} password={user} dbname={database}"
            " target_session_attrs=read-write connect_timeout=2"
        )

    async def roles(self) -> dict[str, str]:
        """Return what each node is now, by its name; who does not answer is not there."""
        found = await asyncio.gather(*map(self._role, self._nodes))
        return {
            node.name: role
            for node, role in zip(self._nodes, found, strict=True)
            if role is not None
        }

    async def primary(self) -> str:
        """Return the name of the node that takes writes, once there is one."""
        await until(self._has_primary, _START_SECONDS)
        return next(name for name, role in (await self.roles()).items() if role == "primary")

    async def kill(self, node: str) -> None:
        """End a node as a power cut would, its Patroni too."""
        tell(self._server(node), signal.SIGSTOP)  # so that none of them sees another one go
        tell(self._server(node), signal.SIGKILL)
        await self._patronis[node].kill()

    def revive(self, node: str) -> None:
        """Start a killed node again."""
        self._patronis[node].start()

    def freeze(self, node: str) -> None:
        """Stop every process of a node's PostgreSQL, and none of its Patroni."""
        tell(self._server(node), signal.SIGSTOP)

    def thaw(self, node: str) -> None:
        """Let a frozen PostgreSQL go on."""
        tell(self._server(node), signal.SIGCONT)

    async def stop(self) -> None:
        """End everything that was started, whatever state it is in."""
        servers = [pid for node in self._nodes for pid in self._server(node.name)]
        for daemon in (*self._patronis.values(), *self._others):
            await daemon.kill()
        tell(servers, signal.SIGKILL)
        await self._http.aclose()

    async def _start(self) -> None:
        give_away(self._folder)
        self._write_configs()
        for daemon in self._others:
            daemon.start()
        first, *rest = self._nodes
        # The first one makes the database, the others copy it.
        self._patronis[first.name].start()
        await until(self._has_primary, _START_SECONDS)
        for node in rest:
            self._patronis[node.name].start()
        await until(self._is_whole, _START_SECONDS)
        await asyncio.to_thread(self._make_databases)

    def _write_configs(self) -> None:
        for node in self._nodes:
            settings = configuration.patroni(
                node, self._folder, self._programs.postgresql, self._etcd_port
            )
            (self._folder / f"{node.name}.json").write_text(json.dumps(settings))
        for name, content in {
            "haproxy.cfg": configuration.haproxy(self._haproxy_port, self._nodes),
            "pgbouncer.ini": configuration.pgbouncer(
                self._folder, self._pgbouncer_port, self._haproxy_port
            ),
            "users.txt": configuration.pgbouncer_users(),
        }.items():
            (self._folder / name).write_text(content)

    def _make_databases(self) -> None:
        where = self.connection("postgres", "postgres")
        with psycopg.connect(where, autocommit=True) as connection:
            connection.execute(f"CREATE ROLE {USER} LOGIN PASSWORD '{USER}'")
            for database in ("bot", "fleet", "probe"):
                connection.execute(f"CREATE DATABASE {database} OWNER {USER}")

    async def _has_primary(self) -> bool:
        return "primary" in (await self.roles()).values()

    async def _is_whole(self) -> bool:
        roles = list((await self.roles()).values())
        return len(roles) == len(self._nodes) and "sync_standby" in roles

    async def _role(self, node: Node) -> str | None:
        try:
            answer = await self._http.get(f"http://127.0.0.1:{node.patroni_port}/patroni")
            said = answer.json()
        except (httpx.HTTPError, ValueError):
            return None
        if said.get("state") != "running":
            return None
        return "sync_standby" if said.get("sync_standby") else str(said["role"])

    def _server(self, node: str) -> list[int]:
        """Return the numbers of a node's PostgreSQL processes, if it runs."""
        with suppress(OSError, ValueError, IndexError):
            postmaster = int((self._folder / node / "postmaster.pid").read_text().split()[0])
            # A file that was left behind may name a process that is somebody else's by now.
            if str(self._folder) in Path(f"/proc/{postmaster}/cmdline").read_text():
                return list(family(postmaster))
        return []

    def _patroni(self, node: Node) -> Daemon:
        return self._daemon(node.name, self._programs.patroni, f"{node.name}.json")

    def _daemon(self, name: str, *command: str | Path) -> Daemon:
        return Daemon(name, self._folder, *command)
