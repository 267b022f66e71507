"""PyTorch quickstart: an auto-graded course, and the engine that marks it."""

__version__ = "0.1.0"


def load_ipython_extension(shell: object) -> None:
    """`%load_ext course`: the magic `%check`."""
    from course.magic import session

    session(shell)
