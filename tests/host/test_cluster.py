"""A survey on a Dask cluster: two worker processes on this machine, one of which is killed."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from eightoff import catalogue
from eightoff_host import survey
from eightoff_host.cli import app
from eightoff_host.cluster import cluster
from eightoff_host.errors import UserError
from eightoff_host.sampling import NUMBERED, Series
from eightoff_host.survey import Counts, Done, Survey
from eightoff_host.workers import LazyExecutor

distributed = pytest.importorskip(
    "distributed", reason="Dask is not installed: pip install 'eightoff[dask]'"
)

GAME = catalogue.find("bakers-game-kings")
ASKED = Survey(GAME.record, GAME.name, Series(NUMBERED, 1), 40)
SAMPLE = 3000


@pytest.fixture(scope="module")
def two_workers() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as made:
        yield made


def test_a_worker_that_is_killed_changes_nothing(two_workers: Any) -> None:
    alone: Done = {}
    survey.run(ASKED, SAMPLE, alone, LazyExecutor())
    with distributed.Client(two_workers, set_as_default=False) as client:
        processes = list(client.run(os.getpid).values())
    assert len(set(processes)) == 2
    assert os.getpid() not in processes
    reported: list[Counts] = []

    def kill_one(counts: Counts) -> None:
        reported.append(counts)
        if len(reported) == 3:
            os.kill(processes[0], signal.SIGKILL)

    done: Done = {}
    with cluster(two_workers.scheduler_address) as (executor, ahead):
        survey.run(ASKED, SAMPLE, done, executor, ahead=ahead, report=kill_one)
    assert done == alone
    assert len(reported) == SAMPLE // ASKED.size
    assert survey.total(done) == survey.total(alone)


def test_command_with_a_scheduler(two_workers: Any, tmp_path: Path) -> None:
    args = ["survey", "eight-off", "--sample", "1000"]
    there = CliRunner().invoke(app, [*args, "--scheduler", two_workers.scheduler_address])
    assert there.exit_code == 0, there.output
    here = CliRunner().invoke(app, [*args, "--jobs", "1"])
    assert there.stdout == here.stdout


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere", "x://y", ""])
def test_no_scheduler(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eightoff_host.cluster._CONNECT_SECONDS", 0.2)
    with pytest.raises(UserError, match="no Dask scheduler at"), cluster(address):
        pass


def test_workers_without_this_package(two_workers: Any) -> None:
    with (
        pytest.raises(UserError, match="the cluster's workers lack nothing_of_this_name"),
        cluster(two_workers.scheduler_address) as (executor, _),
    ):
        executor.submit(__import__, "nothing_of_this_name").result()


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    reason = r'--scheduler needs Dask: pip install "eightoff\[dask\]"'
    with pytest.raises(UserError, match=reason), cluster("tcp://127.0.0.1:1"):
        pass
