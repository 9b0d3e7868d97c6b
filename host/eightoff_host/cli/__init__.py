"""The command `eightoff`."""

from __future__ import annotations

import os
import sys
import threading

import click

from eightoff_host.cli.app import STOPPED, App
from eightoff_host.cli.boards import delete, devices, list_packs, push, sync_command
from eightoff_host.cli.packs import code, pack, solve
from eightoff_host.cli.play import play
from eightoff_host.cli.records import stats
from eightoff_host.cli.survey import survey_command


@click.group(cls=App, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="eightoff", prog_name="eightoff")
def app() -> None:
    """Packs of proved deals for the Eight Off board, and the results that come back."""


for command in (
    *(play, pack, solve, code, survey_command),
    *(devices, push, list_packs, delete, sync_command, stats),
):
    app.add_command(command)


def main() -> None:
    """Run the command line; exits with its status."""
    try:
        app.main(prog_name="eightoff")
    except SystemExit as end:
        if end.code == STOPPED and threading.active_count() > 1:
            # A search was left in its thread: it is not waited for, nor taken apart.
            sys.stdout.flush()
            os._exit(STOPPED)
        raise
