"""An existing cluster: how it is found, and what is said if it is not."""

from __future__ import annotations

import importlib.util
import json
import os
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

from enumino.run.cluster import clients, dashboard, local_client
from tests.cluster_tools import ProcessCluster, certificates
from tests.dataset_tools import COMMAND, Enumino, Outcome, data_digest, enumino_command, sentence

pytestmark = pytest.mark.slow
TRIOMINOES = ["enumerate", "polyominoes", "--cells", "3"]


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nonsense", "No Dask scheduler answers at 'nonsense'"),
        ("tcp://127.0.0.1:1", "No Dask scheduler answers at 'tcp://127.0.0.1:1'"),
        ("tcp://127.0.0.1:99999", "No Dask scheduler answers"),
        ("gopher://127.0.0.1:1", "No Dask scheduler answers"),
        ("", "No Dask scheduler answers"),
        ("config", "Dask's configuration names no scheduler: set DASK_SCHEDULER_ADDRESS"),
    ],
)
def test_a_wrong_address(address: str, said: str, here: Enumino, tmp_path: Path) -> None:
    assert said in sentence(here(*TRIOMINOES, "--scheduler", address, "--to", tmp_path / "x"), 1)
    assert not (tmp_path / "x").exists()


@pytest.mark.long
def test_a_client_that_never_connected_says_nothing_at_the_end(tmp_path: Path) -> None:
    """In a process of its own."""
    done = enumino_command(*TRIOMINOES, "--scheduler", "tcp://127.0.0.1:1", "--to", tmp_path / "x")
    assert "No Dask scheduler" in sentence(Outcome(done.returncode, done.stdout, done.stderr), 1)


class NotFound(BaseHTTPRequestHandler):
    def handle(self) -> None:
        self.request.recv(100)
        self.request.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")


@pytest.mark.parametrize("listens", ["http", "silent"])
def test_something_else_listens(
    listens: str, here: Enumino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clients, "ANSWER_SECONDS", 0.5)
    server = HTTPServer(("127.0.0.1", 0), NotFound, bind_and_activate=True)
    if listens == "http":
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    for scheme in ("tcp", "http"):
        address = f"{scheme}://127.0.0.1:{server.server_port}"
        done = here(*TRIOMINOES, "--scheduler", address, "--to", tmp_path / "x")
        assert "something else listens there" in sentence(done, 1)
    if listens == "http":
        server.shutdown()
    server.server_close()


def test_the_address_of_a_worker(here: Enumino, tmp_path: Path) -> None:
    with LocalCluster(
        n_workers=1, processes=False, protocol="tcp", dashboard_address=":0", silence_logs=50
    ) as cluster:
        (address,) = cluster.scheduler_info["workers"]
        done = here(*TRIOMINOES, "--scheduler", address, "--to", tmp_path)
    assert "is the address of a worker: give that of its scheduler" in sentence(done, 1)


def test_tls_needs_certificates(lonely_scheduler: str, here: Enumino, tmp_path: Path) -> None:
    address = lonely_scheduler.replace("tcp://", "tls://")
    said = sentence(here(*TRIOMINOES, "--scheduler", address, "--to", tmp_path / "x"), 1)
    assert "certificates in Dask's configuration do not work" in said


def test_certificates_that_are_not_there(
    lonely_scheduler: str, here: Enumino, tmp_path: Path
) -> None:
    import dask

    prefix, missing = "distributed.comm.tls", str(tmp_path / "none.pem")
    settings = {f"{prefix}.{name}": missing for name in ("ca-file", "client.cert", "client.key")}
    with dask.config.set(settings):
        said = sentence(here(*TRIOMINOES, "--scheduler", lonely_scheduler, "--to", tmp_path), 1)
    assert "certificates in Dask's configuration do not work" in said


@pytest.mark.long
def test_a_cluster_with_tls(tmp_path: Path, digest: str) -> None:
    """The addresses and the certificates come from Dask's configuration."""
    environment = certificates(tmp_path)
    root = tmp_path / "polyominoes"
    with ProcessCluster(tmp_path, "tls", **environment) as cluster:
        assert cluster.address.startswith("tls://")
        cluster.worker()
        here = {**os.environ, **environment, "DASK_SCHEDULER_ADDRESS": cluster.address}
        done = enumino_command(*COMMAND, "--scheduler", "config", "--to", root, env=here)
        assert done.returncode == 0, done.stderr
        assert data_digest(root) == digest
        plain = cluster.address.replace("tls://", "tcp://")
        done = enumino_command(*COMMAND, "--scheduler", plain, "--to", tmp_path / "x", env=here)
        outcome = Outcome(done.returncode, done.stdout, done.stderr)
        assert "No Dask scheduler answers" in sentence(outcome, 1)


@pytest.mark.parametrize(
    ("contents", "said"),
    [
        (None, "No scheduler has written"),
        ("", "No scheduler has written"),
        ("{", "is not a scheduler file"),
        ("[]", "is not a scheduler file"),
        ('{"address": 3}', "is not a scheduler file"),
        ('{"address": "tcp://127.0.0.1:1"}', "No Dask scheduler answers"),
    ],
)
def test_a_wrong_scheduler_file(
    contents: str | None, said: str, here: Enumino, tmp_path: Path
) -> None:
    file = tmp_path / "scheduler.json"
    if contents is not None:
        file.write_text(contents)
    options = ("--scheduler-file", file, "--wait-for-workers", "0", "--quiet")
    assert said in sentence(here(*TRIOMINOES, *options, "--to", tmp_path / "x"), 1)


def test_a_scheduler_file(lonely_scheduler: str, here: Enumino, tmp_path: Path) -> None:
    """It comes late, and so would the workers."""
    file = tmp_path / "scheduler.json"
    said = json.dumps({"type": "Scheduler", "address": lonely_scheduler})
    late = threading.Timer(0.5, file.write_text, [said])
    late.start()
    options = ("--scheduler-file", file, "--wait-for-workers", "2")
    done = here(*TRIOMINOES, *options, "--to", tmp_path / "x")
    assert "for a scheduler to write" in done.err
    assert f"The scheduler at {lonely_scheduler} has no workers" in done.err.splitlines()[-1]
    assert done.code == 1
    late.join()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--scheduler", "a", "--scheduler-file", "b"], "exclude each other"),
        (["--scheduler", "a", "--threads", "2"], "exclude each other"),
        (["--scheduler-file", "a", "--in-process"], "exclude each other"),
        (["--scheduler", "a", "--wait-for-workers", "-1"], "--wait-for-workers"),
    ],
)
@pytest.mark.parametrize("verb", ["enumerate", "count"])
def test_options_that_contradict_each_other(
    verb: str, options: list[str], said: str, here: Enumino, tmp_path: Path
) -> None:
    to = ["--to", tmp_path / "x"] if verb == "enumerate" else []
    assert said in sentence(here(verb, "polyominoes", "--cells", "3", *options, *to), 2)


def test_a_performance_report_needs_bokeh(
    lonely_scheduler: str, here: Enumino, tmp_path: Path
) -> None:
    options = ("--scheduler", lonely_scheduler, "--performance-report", tmp_path / "report.html")
    done = here(*TRIOMINOES, *options, "--to", tmp_path / "x")
    assert "The scheduler lacks bokeh" in sentence(done, 1)


def test_local_threads_listen_to_this_machine_only() -> None:
    import psutil

    def listening() -> set[tuple[str, int]]:
        connections = psutil.Process().net_connections("inet")
        return {tuple(each.laddr) for each in connections if each.status == psutil.CONN_LISTEN}

    before = listening()
    with local_client(1) as client:
        assert client.scheduler.address.startswith("inproc://")
        assert {host for host, _ in listening() - before} <= {"127.0.0.1", "::1"}


def test_local_threads_are_not_given_up_after_a_sleep() -> None:
    """Dask forgets workers that were silent for five minutes; a computer may sleep for longer."""
    with local_client(1) as client:
        assert client.cluster.scheduler.worker_ttl is None


def test_a_dashboard_is_named_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without bokeh, or a dashboard, a scheduler serves other pages at the same address."""
    with (
        LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0", processes=False) as cluster,
        Client(cluster.scheduler_address, set_as_default=False) as client,
    ):
        link = client.dashboard_link
        assert link.startswith("http://")
        has_plots = importlib.util.find_spec("bokeh") is not None
        assert dashboard(client) == (link if has_plots else None)
        monkeypatch.setattr(clients, "_plots_at", lambda link: {"/individual-cpu": "CPU"})
        assert dashboard(client) == link
        monkeypatch.setattr(clients, "_plots_at", lambda link: None)
        assert dashboard(client) == link, "it may be reached by way of a tunnel"
