"""`course data`: where the digits are, and the real MNIST in their place."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.option(
    "--mnist", "folder", type=click.Path(path_type=Path, file_okay=False),
    help="Use the real MNIST from this folder from now on.",
)  # fmt: skip
@click.option("--offline", is_flag=True, help="Go back to the digits that ship with the course.")
def data(folder: Path | None, offline: bool) -> None:
    """The folder to give to torchvision.datasets.MNIST."""
    from course import digits

    if folder is not None and offline:
        raise click.UsageError("--mnist and --offline exclude each other")
    if offline:
        digits.forget_mnist()
    root = digits.use_mnist(folder) if folder is not None else digits.data_root()
    kind = (
        "the real MNIST"
        if root == digits.mnist_root()
        else "1,797 handwritten digits that ship with the course"
    )
    click.echo(str(root))
    click.echo(f"({kind})", err=True)
