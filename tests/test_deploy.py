"""The production kit: what is in `deploy/` is taken by the programs that it is for."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml
from pydantic import BaseModel, TypeAdapter
from typer.testing import CliRunner

from bot.base.database.url import DatabaseUrl
from bot.cli import app
from bot.config import Settings, WebSettings
from bot.demo.certificates import Certificates
from bot.service.config import Config, WebSection
from bot.service.rules.deliveries import PHOTO_LIMIT
from bot.web.parcel_page import PAGE_PATH
from bot.web.routes import TELEGRAM_PATH, fleet_path
from tests.support.programs import program

DEPLOY = Path(__file__).parent.parent / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
PROGRAM = "/opt/handover/bin/handover"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "docker" / "compose.yaml").read_text())
OURS = ("bot", "fleet")
PORTS = {"bot": f"bot:{WebSettings().port}", "fleet": f"fleet:{WebSection().port}"}


def runs(*command: str) -> None:
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "Unknown" not in ended.stderr


def variables(settings: type[BaseModel], prefix: str) -> set[str]:
    """The name in the environment of every setting."""
    sections = {name: field.annotation for name, field in settings.model_fields.items()}
    return {
        f"{prefix}{name}__{setting}".upper()
        for name, section in sections.items()
        if isinstance(section, type) and issubclass(section, BaseModel)
        for setting in section.model_fields
    }


KNOWN = variables(Settings, "HANDOVER_") | variables(Config, "HANDOVER_SERVICE__")


def test_systemd_understands_every_unit(tmp_path: Path):
    for unit in UNITS:
        text = unit.read_text().replace(PROGRAM, str(shutil.which("true")))
        (tmp_path / unit.name).write_text(text)
    runs(
        program("systemd-analyze", "systemd"),
        "verify",
        *(str(tmp_path / unit.name) for unit in UNITS),
    )


@pytest.mark.parametrize("unit", [u for u in UNITS if u.suffix == ".service"], ids=lambda u: u.name)
def test_a_unit_may_little_and_its_command_and_secrets_are_known(unit: Path):
    text = unit.read_text()
    for line in ("User=handover", "NoNewPrivileges=yes", "ProtectSystem=strict", "UMask=0077"):
        assert f"\n{line}\n" in text
    (begin,) = re.findall(r"^LoadCredential=(\w+):/etc/handover/[a-z-]+$", text, re.MULTILINE)
    assert {f"{begin}_{name}" for name in re.findall(r"\b[A-Z]+__[A-Z_]+\b", text)} <= KNOWN
    (command,) = re.findall(rf"^ExecStart={PROGRAM} (.*)$", text, re.MULTILINE)
    words = [word for word in command.split() if not word.startswith(("-", "/"))]
    known = [word for word in words if not word.isdigit()]
    assert CliRunner().invoke(app, [*known, "--help"]).exit_code == 0


@pytest.mark.parametrize("unit", [u for u in UNITS if u.suffix == ".service"], ids=lambda u: u.name)
def test_a_unit_writes_only_into_folders_that_systemd_makes_for_it(unit: Path):
    settings = dict(re.findall(r"^(\w+)=(.*)$", unit.read_text(), re.MULTILINE))
    made = {f"/var/lib/{name}" for name in settings["StateDirectory"].split()}
    assert settings["StateDirectoryMode"] == "0700"
    assert set(settings["ReadWritePaths"].split()) == made
    assert settings["WorkingDirectory"] in made
    assert set(re.findall(r"/var/\S+", settings["ExecStart"])) <= made


def test_the_commands_for_the_containers_make_every_secret(tmp_path: Path):
    text = (DEPLOY / "docker" / "compose.yaml").read_text()
    recipe = text.partition("As root, here:")[2].partition("chown")[0]
    commands = re.findall(r"^#     (.*)$", recipe, re.MULTILINE)
    subprocess.run(["sh", "-ec", "\n".join(commands)], cwd=tmp_path, check=True)  # noqa: S607
    files = {path.name: path for path in (tmp_path / "secrets").iterdir()}
    assert {secret["file"] for secret in COMPOSE["secrets"].values()} == {
        f"secrets/{name}" for name in files
    }
    assert {path.stat().st_mode & 0o777 for path in files.values()} == {0o600}
    password = files["postgres-password"].read_text().strip()
    for name in ("bot-database", "fleet-database"):
        url = urlsplit(TypeAdapter(DatabaseUrl).validate_python(files[name].read_text().strip()))
        assert (url.password, url.hostname) == (password, "postgres")


def test_every_setting_in_the_containers_is_one():
    for name in OURS:
        service = COMPOSE["services"][name]
        assert set(service["environment"]) <= KNOWN
        assert set(service["secrets"]) <= KNOWN
        assert CliRunner().invoke(app, [*service["command"], "--help"]).exit_code == 0


def test_the_containers_have_no_rights_and_no_secret_is_in_the_files():
    for name in OURS:
        service = COMPOSE["services"][name]
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
    for secret in COMPOSE["secrets"].values():
        assert list(secret) == ["file"]
    dockerfile = (DEPLOY / "docker" / "Dockerfile").read_text()
    assert re.search(r"^USER \d+$", dockerfile, re.MULTILINE)


def test_what_the_containers_refer_to_is_there():
    names = {"secrets": set(COMPOSE["secrets"]), "volumes": set(COMPOSE["volumes"])}
    for service in COMPOSE["services"].values():
        assert set(service.get("secrets", ())) <= names["secrets"]
        mounted = {volume.split(":")[0] for volume in service["volumes"]}
        assert {each for each in mounted if not each.startswith("./")} <= names["volumes"]
        assert set(service.get("depends_on", ())) <= set(COMPOSE["services"])


def test_the_commands_for_the_containers_name_what_is_there():
    text = (DEPLOY / "docker" / "compose.yaml").read_text()
    lines = re.findall(r"^#     (docker .*)$", re.sub(r"\\\n# +", "", text), re.MULTILINE)
    assert len(lines) == 4
    started, *others = [line.split("  ")[0].split() for line in lines]
    assert started == ["docker", "compose", "up", "--detach", "fleet"]
    for _, _, what, where, *command in others:
        if what != "exec":
            continue
        mounted = {volume.split(":")[1] for volume in COMPOSE["services"][where]["volumes"]}
        assert command[0] == "handover"
        assert command[command.index("--config") + 1] in mounted
        told = CliRunner().invoke(app, [*command[1:4], "--help"])
        assert told.exit_code == 0, told.output


def test_the_containers_wait_for_their_database_and_find_each_other():
    text = (DEPLOY / "docker" / "compose.yaml").read_text()
    for name in OURS:
        assert COMPOSE["services"][name]["depends_on"] == {
            "postgres": {"condition": "service_healthy"}
        }
    assert "healthcheck" in COMPOSE["services"]["postgres"]
    base_url = urlsplit(re.findall(r'base_url = "(.*)"', text)[0])
    assert f"{base_url.hostname}:{base_url.port}" == PORTS["fleet"]
    (events,) = re.findall(r"https://bot.example.com(\S+)", text)
    assert events == fleet_path("production")
    assert "bot.example.com {" in (DEPLOY / "proxy" / "Caddyfile").read_text()


def test_proxies_lead_to_the_ports_on_which_the_programs_listen():
    caddy = (DEPLOY / "proxy" / "Caddyfile").read_text()
    assert re.findall(r"reverse_proxy (\S+)", caddy) == list(PORTS.values())
    outside = {f"http://127.0.0.1:{place.split(':')[1]}" for place in PORTS.values()}
    nginx = (DEPLOY / "proxy" / "nginx.conf").read_text()
    assert set(re.findall(r"proxy_pass (\S+);", nginx)) == outside


def test_proxies_let_webhooks_and_pages_through():
    paths = (TELEGRAM_PATH, fleet_path("production"), fleet_path("development"), PAGE_PATH)
    nginx = (DEPLOY / "proxy" / "nginx.conf").read_text()
    caddy = (DEPLOY / "proxy" / "Caddyfile").read_text()
    pattern, _ = re.findall(r"location ~ (\S+) ", nginx)
    (begin,) = re.findall(r"@webhooks path (.*)", caddy)
    for path in paths:
        assert re.match(pattern, path)
        assert any(path.startswith(each.rstrip("*")) for each in begin.split())


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_proxies_keep_health_and_metrics_inside(path: str):
    nginx = (DEPLOY / "proxy" / "nginx.conf").read_text()
    caddy = (DEPLOY / "proxy" / "Caddyfile").read_text()
    (pattern,) = re.findall(r"location ~ (\S+) {\s+return 404", nginx)
    assert re.match(pattern, path)
    (inside,) = re.findall(r"@inside path (.*)\s+respond @inside 404", caddy)
    assert path in inside.split()


def test_nginx_lets_a_photo_through_that_the_door_takes():
    nginx = (DEPLOY / "proxy" / "nginx.conf").read_text()
    fleet = nginx.partition("server_name fleet")[2]
    (megabytes,) = re.findall(r"client_max_body_size (\d+)m;", fleet)
    assert int(megabytes) * 1024**2 > PHOTO_LIMIT


def test_nginx_takes_its_file(tmp_path: Path):
    certificates = Certificates.make(tmp_path)
    text = (DEPLOY / "proxy" / "nginx.conf").read_text()
    text = re.sub(r"/etc/letsencrypt/\S+/fullchain.pem", str(certificates.certificate), text)
    text = re.sub(r"/etc/letsencrypt/\S+/privkey.pem", str(certificates.key), text)
    (tmp_path / "site.conf").write_text(text)
    whole = tmp_path / "nginx.conf"
    temporary = " ".join(
        f"{kind}_temp_path {tmp_path}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole.write_text(
        f"pid {tmp_path}/pid; events {{}}\n"
        f"http {{ access_log off; {temporary} include {tmp_path}/site.conf; }}\n"
    )
    runs(
        program("nginx", "nginx-light"),
        "-t",
        "-q",
        "-c",
        str(whole),
        "-e",
        str(tmp_path / "errors"),
    )


def test_caddy_takes_its_file():
    caddy = program("caddy", "caddy")
    runs(
        caddy, "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "proxy" / "Caddyfile")
    )
