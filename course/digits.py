"""The offline digits: real handwriting in MNIST's own file layout.

    <root>/MNIST/raw/train-images-idx3-ubyte     1,440 images of 28x28
                     train-labels-idx1-ubyte
                     t10k-images-idx3-ubyte        357 images
                     t10k-labels-idx1-ubyte

so `torchvision.datasets.MNIST(root, train=..., download=False)` reads them
unchanged, without a network. The samples are the 1,797 of the UCI optical digits
set (`data/digits/ATTRIBUTION.md`), kept as 8x8 counts of 0..16 and drawn here as MNIST
draws its own: the digit in a box of 20x20 pixels, four blank pixels around it, 0..255.

The split is fixed: of every fifty samples, in UCI's order, the last ten are test
samples. Both halves hold every digit nearly equally often (33 to 39 times in the test
set) and samples of the same thirteen writers, so a score says "new samples", not "new hands".

The drawing uses whole numbers only. Every machine makes the same bytes, and
`data/digits/SHA256SUMS` says which. Nothing here imports torch.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import struct
import tempfile
from collections.abc import Mapping
from functools import cache
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import InternalError, UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "FILES",
    "data_root",
    "digit_files",
    "digits_root",
    "forget_mnist",
    "idx_bytes",
    "load_digits",
    "mnist_files",
    "mnist_root",
    "use_mnist",
]

FILES = (
    "train-images-idx3-ubyte",
    "train-labels-idx1-ubyte",
    "t10k-images-idx3-ubyte",
    "t10k-labels-idx1-ubyte",
)
DATA = Path(__file__).parent / "data" / "digits"
LAYOUT = Path("MNIST", "raw")
MNIST_COUNTS = {"train": 60_000, "t10k": 10_000}
IMAGES_MAGIC = 0x0803  # unsigned bytes, three axes
LABELS_MAGIC = 0x0801  # unsigned bytes, one axis


# --- what students and graders call -------------------------------------------------


def digits_root() -> Path:
    """The folder to give to `torchvision.datasets.MNIST`: the offline digits.

    Made on first use in the user's cache (the folder that `COURSE_CACHE` names, if set),
    checked by hash at every call (some milliseconds), and mended when a file is damaged or gone.
    Each file appears whole or not at all, so any number of processes may call this at once.

    Raises UsageError if the cache cannot be written.
    """
    root = cache_folder() / f"digits-{_digest_of_all()[:12]}"
    damaged = [name for name in FILES if not _is_intact(root / LAYOUT / name)]
    if damaged:
        whole = digit_files()
        _write_files(root / LAYOUT, {name: whole[name] for name in damaged})
    return root


def data_root() -> Path:
    """The folder to train on: the MNIST that `use_mnist` was told of, else the offline digits."""
    return mnist_root() or digits_root()


def use_mnist(folder: str | os.PathLike[str]) -> Path:
    """Check a folder with the real MNIST and remember it; returns the root to give to torchvision.

    `folder` is a torchvision root (`folder/MNIST/raw/...`) or the place where the four files
    lie, as they are or with `.gz`. The cache keeps links to them (unpacked copies of `.gz`
    files), so the folder must stay where it is.

    Raises UsageError, naming the file and what is wrong with it.
    """
    place = Path(folder).expanduser().resolve()
    sources = {name: _find_mnist_file(place, name) for name in FILES}
    for name, source in sources.items():
        _check_mnist_file(name, source)
    raw = cache_folder() / "mnist" / LAYOUT
    with _temporary_folder() as made:
        for name, source in sources.items():
            if source.suffix == ".gz":
                with gzip.open(source) as packed, open(made / name, "wb") as plain:
                    shutil.copyfileobj(packed, plain, 1 << 20)
            else:
                (made / name).symlink_to(source)
        _move_into(raw, made)
    return raw.parent.parent


def mnist_root() -> Path | None:
    """The root that `use_mnist` made, or None if no real MNIST was named.

    Raises UsageError if a file behind it has gone since.
    """
    root = cache_folder() / "mnist"
    if not root.exists():
        return None
    for name in FILES:
        path = root / LAYOUT / name
        if not path.is_file():
            gone = os.readlink(path) if path.is_symlink() else path
            raise UsageError(
                f"The MNIST file {gone} is gone. Name its folder again with "
                f"`course data --mnist DIR`, or delete {root} to go back to the offline digits."
            )
    return root


def forget_mnist() -> None:
    """Go back to the offline digits. The folder that `use_mnist` was told of is left alone."""
    shutil.rmtree(cache_folder() / "mnist", ignore_errors=True)


def cache_folder() -> Path:
    """Where the digits are kept: `COURSE_CACHE`, or this user's cache."""
    named = os.environ.get("COURSE_CACHE")
    if named:
        return Path(named).expanduser().absolute()
    from platformdirs import user_cache_path

    return user_cache_path("pytorch-quickstart-course", appauthor=False)


# --- the digits as arrays and as bytes ------------------------------------------------


def load_digits(*, train: bool) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """(images, labels) of one half: uint8 `(n, 28, 28)` in 0..255 and uint8 `(n,)` in 0..9."""
    import numpy as np

    with np.load(DATA / "digits.npz", allow_pickle=False) as arrays:
        counts, labels = arrays["images"], arrays["labels"]
    in_test = np.arange(len(labels)) // 10 % 5 == 4
    half = ~in_test if train else in_test
    return draw(counts[half]), labels[half]


def draw(counts: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """8x8 counts of 0..16, `(n, 8, 8)`, as pixels of 0..255, `(n, 28, 28)`.

    Bilinear, from 8x8 to 20x20. Pixel i of 20 has its centre at (4i - 3) / 10 on the scale of
    the 8, so its two neighbours have the whole weights 10 - r and r (tenths), and no rounding
    differs between machines. Outside of the 8x8 all is blank.
    """
    import numpy as np

    tenths = 4 * np.arange(20) - 3
    left, right_weight = tenths // 10, tenths % 10
    mix = np.zeros((20, 10), np.int64)  # ten sources: the eight, and one blank on each side
    mix[np.arange(20), left + 1] = 10 - right_weight
    mix[np.arange(20), left + 2] += right_weight
    mix = mix[:, 1:9]
    # (20, 8) @ (n, 8, 8) @ (8, 20) -> (n, 20, 20), each in 0..1600
    sums = mix @ counts.astype(np.int64) @ mix.T
    pixels = np.zeros((len(counts), 28, 28), np.uint8)
    pixels[:, 4:24, 4:24] = (sums * 255 + 800) // 1600
    return pixels


def idx_bytes(array: NDArray[np.uint8]) -> bytes:
    """A uint8 array in the IDX format of MNIST: magic number, sizes (big-endian), data."""
    import numpy as np

    values = np.ascontiguousarray(array)
    if values.dtype != np.uint8:
        raise TypeError(f"idx_bytes takes uint8, got {values.dtype}")
    return struct.pack(f">{1 + values.ndim}I", 0x0800 + values.ndim, *values.shape) + values.tobytes()


def mnist_files(
    train: tuple[NDArray[np.uint8], NDArray[np.uint8]],
    test: tuple[NDArray[np.uint8], NDArray[np.uint8]],
) -> dict[str, bytes]:
    """File name -> contents of a data set of your own, from (images, labels) of each half.

    Written under `<root>/MNIST/raw/`, torchvision reads them as MNIST.
    """
    return dict(zip(FILES, map(idx_bytes, (*train, *test)), strict=True))


@cache
def digit_files() -> Mapping[str, bytes]:
    """File name -> contents of the offline digits, checked against `SHA256SUMS`.

    Needs no cache folder. Raises InternalError if this installation's data is damaged.
    """
    made = mnist_files(load_digits(train=True), load_digits(train=False))
    for name, wanted in _digests().items():
        if hashlib.sha256(made[name]).hexdigest() != wanted:
            raise InternalError(
                f"The offline digits of this installation are damaged ({name} has the wrong hash). "
                "Reinstall the course: pip install --force-reinstall pytorch-quickstart-course"
            )
    return made


# --- hashes ---------------------------------------------------------------------------


@cache
def _digests() -> dict[str, str]:
    """File name -> sha256, as recorded with the data."""
    pairs = (line.split() for line in (DATA / "SHA256SUMS").read_text("ascii").splitlines())
    return {name: digest for digest, name in pairs}


def _digest_of_all() -> str:
    return hashlib.sha256("".join(_digests()[name] for name in FILES).encode()).hexdigest()


def _is_intact(path: Path) -> bool:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest() == _digests()[path.name]
    except OSError:
        return False


# --- files that appear whole or not at all ----------------------------------------------


def _write_files(folder: Path, contents: Mapping[str, bytes]) -> None:
    with _temporary_folder() as made:
        for name, data in contents.items():
            (made / name).write_bytes(data)
        _move_into(folder, made)


class _temporary_folder:
    """A folder beside the final place, on the same disk, so that a rename is one step."""

    def __enter__(self) -> Path:
        home = cache_folder()
        try:
            home.mkdir(parents=True, exist_ok=True)
            self.path = Path(tempfile.mkdtemp(prefix=".making-", dir=home))
        except OSError as error:
            raise _unwritable(home, error) from error
        return self.path

    def __exit__(self, *failure: object) -> None:
        shutil.rmtree(self.path, ignore_errors=True)


def _move_into(folder: Path, made: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in made.iterdir():
            os.replace(path, folder / path.name)
    except OSError as error:
        raise _unwritable(folder, error) from error


def _unwritable(folder: Path, error: OSError) -> UsageError:
    return UsageError(
        f"The data cannot be written to {folder} ({error.strerror}). "
        "Set the environment variable COURSE_CACHE to a folder that you may write."
    )


# --- is this MNIST? -----------------------------------------------------------------------


def _find_mnist_file(place: Path, name: str) -> Path:
    if not place.is_dir():
        raise UsageError(f"There is no folder {place}.")
    for folder in (place / LAYOUT, place / "raw", place):
        for candidate in (folder / name, folder / f"{name}.gz"):
            if candidate.is_file():
                return candidate
    raise UsageError(
        f"{place} holds no {name} (nor {name}.gz). Looked there and in MNIST/raw below it; "
        f"MNIST has four files: {', '.join(FILES)}."
    )


def _check_mnist_file(name: str, path: Path) -> None:
    """Magic number, sizes and length of one file; labels must be digits."""
    count = MNIST_COUNTS[name.split("-")[0]]
    images = "images" in name
    header = (
        struct.pack(">4I", IMAGES_MAGIC, count, 28, 28) if images else struct.pack(">2I", LABELS_MAGIC, count)
    )
    length = len(header) + count * (28 * 28 if images else 1)
    try:
        with _open_plain_or_packed(path) as stream:
            start = stream.read(len(header))
            if start[:4] != header[:4]:
                raise UsageError(
                    f"{path} is no IDX file of {'images' if images else 'labels'}: wrong first four bytes."
                )
            if start != header:
                sizes = struct.unpack(f">{len(start) // 4 - 1}I", start[4 : len(start) // 4 * 4])
                shown = "x".join(map(str, sizes))
                raise UsageError(
                    f"{path} is not MNIST: its sizes are {shown}, MNIST's {count}{'x28x28' if images else ''}."
                )
            rest = stream.read(length) if not images else b""
            found = len(header) + len(rest) if not images else _length(stream)
    except (OSError, EOFError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from error
    if found != length:
        raise UsageError(f"{path} has {found:,} bytes, MNIST's has {length:,}. A broken download?")
    if rest and max(rest) > 9:
        raise UsageError(f"{path} is not MNIST: it has labels above 9.")


def _open_plain_or_packed(path: Path) -> gzip.GzipFile | BufferedReader:
    return gzip.open(path) if path.suffix == ".gz" else open(path, "rb")


def _length(stream: gzip.GzipFile | BufferedReader) -> int:
    """How many bytes the stream holds (unpacked), in pieces."""
    if not isinstance(stream, gzip.GzipFile):
        return os.fstat(stream.fileno()).st_size
    while stream.read(1 << 20):
        pass
    return stream.tell()
