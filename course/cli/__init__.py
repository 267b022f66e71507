"""The `course` command. Commands are imported when they are used, so that `--help` is quick."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

import click

from course.errors import CourseError, InternalError

# command -> module below course.cli; one module per audience
COMMANDS = {
    "list": "student", "fetch": "student", "check": "student", "watch": "watching", "hint": "student", "lesson": "student",
    "reset": "student", "submit": "handing_in", "score": "handing_in", "data": "data", "doctor": "student", "demo": "student",
    "grade": "instructor", "class": "classes",
    "validate": "author", "sync": "author", "new": "author",
}  # fmt: skip


class LazyGroup(click.Group):
    """A group that imports a command's module only when the command is looked up."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"course.cli.{COMMANDS[cmd_name]}")
        name = cmd_name if hasattr(module, cmd_name) else f"{cmd_name}_command"
        command: click.Command = getattr(module, name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Commands by audience."""
        titles = {
            "Students": ("student", "watching", "handing_in", "data"),
            "Instructors": ("instructor", "classes"),
            "Authors": ("author",),
        }
        for title, modules in titles.items():
            rows = []
            for name in [n for n, m in COMMANDS.items() if m in modules]:
                command = self.get_command(ctx, name)
                if command is not None:
                    rows.append((name, command.get_short_help_str(limit=70)))
            with formatter.section(title):
                formatter.write_dl(rows)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from course.catalog import did_you_mean

            message = f"there is no command {args[0]!r}{did_you_mean(args[0], list(COMMANDS))}"
            raise click.UsageError(message, ctx) from error


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pytorch-quickstart-course", prog_name="course")
def cli() -> None:
    """PyTorch quickstart: fill the stubs, check them, learn from what it says.

    \b
    course list                    the units and how far you are
    course fetch tensors           get a unit
    course check tensors           run its visible checks
    """


def main() -> None:
    """Entry point. Ends without the interpreter's teardown, which takes a second after torch."""
    code = 0
    try:
        code = cli.main(standalone_mode=False) or 0
    except click.exceptions.Exit as error:
        code = error.exit_code
    except click.ClickException as error:
        error.show()
        if isinstance(error, click.MissingParameter) and error.ctx is not None and error.param is not None:
            if error.param.human_readable_name.lower().startswith("unit"):
                click.echo(f"For example: {error.ctx.command_path} 1", err=True)
        code = 2 if isinstance(error, click.UsageError) else error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)
        code = 130
    except CourseError as error:
        click.echo(f"course: {error}", err=True)
        code = error.exit_code
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        code = 0
    except Exception as error:
        code = internal(error)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else 0)


def internal(error: Exception) -> int:
    """Says what broke on our side, and where; the whole traceback where COURSE_TRACEBACK is set."""
    import traceback

    if os.environ.get("COURSE_TRACEBACK"):
        traceback.print_exception(error)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{os.path.basename(frame.filename)}, line {frame.lineno}"
    click.echo(
        f"course: our fault: {type(error).__name__}: {error} ({place}). "
        "Please report it, with what COURSE_TRACEBACK=1 shows.",
        err=True,
    )
    return InternalError.exit_code
