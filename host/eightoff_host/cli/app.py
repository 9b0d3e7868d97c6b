"""The frame of the command: one line for every error, and parameters that several commands share.

Exit status: 0 done, 2 an error that the user can put right, 130 stopped with Ctrl-C.
"""

from __future__ import annotations

import difflib
import functools
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click
from eightoff import catalogue
from eightoff.variants import Variant

from eightoff_host.console import clean
from eightoff_host.errors import UserError
from eightoff_host.rulestext import read_rules

USER_ERROR = 2
STOPPED = 130


class App(click.Group):
    """A group of commands whose every error is one line on the standard error."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the command line and exit with its status; arguments as for `click.Group.main`."""
        extra["standalone_mode"] = False
        try:
            status = super().main(*args, **extra)
            sys.stdout.flush()
        except click.ClickException as error:
            _fail(error.format_message())
        except UserError as error:
            _fail(str(error))
        except (KeyboardInterrupt, click.Abort):
            click.echo("eightoff: stopped", err=True)
            sys.exit(STOPPED)
        except BrokenPipeError:
            # The reader of a pipe has left, as `| head` does. What is left would go nowhere; click
            # ends in the same way when it notices first.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        sys.exit(status if isinstance(status, int) else 0)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click's, but a group without a command shows its help."""
        return super().parse_args(ctx, args or ["--help"])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click's, but an unknown command names the close ones."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            ctx.fail(unknown("command", name, self.list_commands(ctx)))
        return super().resolve_command(ctx, args)


def _fail(message: str) -> None:
    line = clean(" ".join(message.split()))
    click.echo(f"eightoff: {line}", err=True)
    sys.exit(USER_ERROR)


def unknown(kind: str, name: str, known: Iterable[str]) -> str:
    """The line for a name that does not exist: with close names, or with all when none is close."""
    known = list(known)
    close = difflib.get_close_matches(name.lower(), known, n=3, cutoff=0.5)
    if close:
        return f"no {kind} {name!r}: did you mean {' or '.join(close)}?"
    return f"no {kind} {name!r}, there are: {', '.join(known)}"


def find_variant(name: str) -> Variant:
    """The built-in game of this id. UserError, with close ids, when there is none."""
    try:
        return catalogue.find(name)
    except ValueError:
        raise UserError(unknown("game", name, catalogue.names())) from None


def game_argument(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator: an argument VARIANT, or the option --rules in its place, passed on as `variant`.

    An argument `deal` that follows VARIANT is the first one when --rules is given.
    """

    @click.argument("variant", required=False)
    @click.option(
        "--rules",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="File with the line of a game that is not built in, in place of VARIANT.",
    )
    @functools.wraps(function)
    def chosen(*, variant: str | None, rules: Path | None, **others: Any) -> Any:
        if rules is not None and variant is not None and others.get("deal", "") is None:
            others["deal"], variant = variant, None
        if variant is None and rules is None:
            raise UserError("give a game: the VARIANT, or a file of its rules with --rules")
        if variant is not None and rules is not None:
            raise UserError(f"choose one: the game {variant!r}, or that of --rules")
        if others.get("deal", "") is None:
            raise UserError("give a deal after the game: ms:617, a code, or a file of boards")
        game = read_rules(rules) if rules is not None else find_variant(variant or "")
        return function(variant=game, **others)

    return chosen


def difficulties(_ctx: click.Context, _param: click.Parameter, text: str | None) -> range | None:
    """Callback of an option: `2` or `1-3` as a range of difficulties."""
    if text is None:
        return None
    low, dash, high = text.partition("-")
    ends = (low, high if dash else low)
    if all(end in {"1", "2", "3", "4", "5"} for end in ends) and ends[0] <= ends[1]:
        return range(int(ends[0]), int(ends[1]) + 1)
    raise UserError(f"no difficulty {text!r}: give 1 to 5, or a range such as 1-3")


def database_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator: the option that names the database of results."""
    return click.option(
        "--database",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Database of results, instead of the one in the user data folder (EIGHTOFF_DATA).",
    )(function)


def port_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator: the option that names the serial port of a board."""
    return click.option(
        "--port",
        metavar="PORT",
        envvar="EIGHTOFF_PORT",
        help="Serial port of the board (or EIGHTOFF_PORT); without it all USB ports are tried.",
    )(function)
