"""The offline digits: what is in them, and that they appear whole, or not at all."""

from __future__ import annotations

import gzip
import hashlib
import multiprocessing
import os
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from course import digits
from course.errors import InternalError, UsageError


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("COURSE_CACHE", str(folder))
    return folder


def raw(root: Path) -> Path:
    return root / "MNIST" / "raw"


def write_mnist(folder: Path, *, packed: bool = False, but: dict[str, bytes] | None = None) -> Path:
    """Four files of MNIST's sizes, all zero; `but` replaces some."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in digits.FILES:
        count = 60_000 if name.startswith("train") else 10_000
        header = (
            struct.pack(">4I", 0x803, count, 28, 28) if "images" in name else struct.pack(">2I", 0x801, count)
        )
        size = len(header) + count * (784 if "images" in name else 1)
        if but and name in but:
            (folder / name).write_bytes(but[name])
        elif packed:
            with gzip.open(folder / f"{name}.gz", "wb", compresslevel=1) as file:
                file.write(header + bytes(size - len(header)))
        else:
            (folder / name).write_bytes(header)
            os.truncate(folder / name, size)  # a hole of zeros: no disk, no time
    return folder


# --- what the digits are -----------------------------------------------------------------


def test_the_split_has_1440_and_357_samples_and_no_class_is_rare() -> None:
    images, labels = digits.load_digits(train=True)
    test_images, test_labels = digits.load_digits(train=False)
    assert images.shape == (1440, 28, 28)
    assert images.dtype == np.uint8
    assert test_images.shape == (357, 28, 28)
    assert labels.shape == (1440,)
    assert test_labels.shape == (357,)
    assert np.bincount(test_labels).tolist() == [35, 37, 34, 37, 34, 33, 36, 35, 39, 37]
    assert min(np.bincount(labels)) >= 135


def test_no_test_image_is_a_training_image() -> None:
    train = {image.tobytes() for image in digits.load_digits(train=True)[0]}
    test = [image.tobytes() for image in digits.load_digits(train=False)[0]]
    assert not [image for image in test if image in train]


def test_the_samples_are_those_that_scikit_learn_carries() -> None:
    samples = pytest.importorskip("sklearn.datasets").load_digits()
    with np.load(digits.DATA / "digits.npz", allow_pickle=False) as stored:
        assert np.array_equal(stored["images"], samples.images)
        assert np.array_equal(stored["labels"], samples.target)


def test_a_digit_is_drawn_in_a_box_of_20_with_four_blank_pixels_around() -> None:
    images, _ = digits.load_digits(train=True)
    assert images.max() == 255
    assert images.min() == 0
    framed = images.copy()
    framed[:, 4:24, 4:24] = 0
    assert not framed.any()
    assert 0.10 < images.mean() / 255 < 0.20  # MNIST: 0.1307


def test_drawing_keeps_a_flat_inside_flat_and_weighs_edges_by_tenths() -> None:
    pixels = digits.draw(np.full((1, 8, 8), 16, np.uint8))[0]
    assert (pixels[5:23, 5:23] == 255).all()
    # the first of 20 pixels lies 3 tenths outside of the eight: 7/10 of white per axis
    assert pixels[4, 10] == 179
    assert pixels[4, 4] == 125
    one = np.zeros((1, 8, 8), np.uint8)
    one[0, 2, 5] = 16
    drawn = digits.draw(one)[0]
    row, column = np.unravel_index(drawn.argmax(), drawn.shape)
    assert abs(row - 4 - (2 + 0.5) * 2.5 + 0.5) <= 1
    assert abs(column - 4 - (5 + 0.5) * 2.5 + 0.5) <= 1


def test_idx_bytes_begin_with_magic_number_and_sizes() -> None:
    data = digits.idx_bytes(np.arange(12, dtype=np.uint8).reshape(2, 3, 2))
    assert data == struct.pack(">4I", 0x803, 2, 3, 2) + bytes(range(12))
    assert digits.idx_bytes(np.array([7], np.uint8)) == struct.pack(">2I", 0x801, 1) + b"\x07"
    with pytest.raises(TypeError, match="int64"):
        digits.idx_bytes(np.arange(3))


def test_the_package_carries_less_than_200_kilobytes_and_the_attribution() -> None:
    assert sum(path.stat().st_size for path in digits.DATA.iterdir()) < 200_000
    attribution = (digits.DATA / "ATTRIBUTION.md").read_text("utf-8")
    assert "CC BY 4.0" in attribution
    assert "Alpaydin" in attribution
    assert "10.24432/C50P49" in attribution


def test_damaged_package_data_is_our_fault_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = dict.fromkeys(digits.FILES, "0" * 64)
    monkeypatch.setattr(digits, "_digests", lambda: wrong)
    digits.digit_files.cache_clear()
    try:
        with pytest.raises(InternalError, match="Reinstall the course"):
            digits.digit_files()
    finally:
        digits.digit_files.cache_clear()


# --- the folder ----------------------------------------------------------------------------


def test_torchvision_reads_the_folder_unchanged() -> None:
    datasets = pytest.importorskip("torchvision.datasets")
    root = digits.digits_root()
    train = datasets.MNIST(root, train=True, download=False)
    test = datasets.MNIST(str(root), train=False, download=False)
    assert len(train) == 1440
    assert len(test) == 357
    images, labels = digits.load_digits(train=False)
    assert np.array_equal(test.data.numpy(), images)
    assert test.targets.tolist() == labels.tolist()
    image, label = train[3]
    assert image.size == (28, 28)
    assert label == 3


def test_the_folder_lies_in_the_cache_that_course_cache_names(cache: Path) -> None:
    assert digits.digits_root().parent == cache


def test_without_course_cache_the_users_own_cache_is_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("COURSE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert tmp_path in digits.cache_folder().parents
    assert digits.cache_folder().name == "pytorch-quickstart-course"


def test_a_second_call_writes_nothing() -> None:
    first = digits.digits_root()
    before = {path.name: path.stat().st_mtime_ns for path in raw(first).iterdir()}
    assert digits.digits_root() == first
    assert {path.name: path.stat().st_mtime_ns for path in raw(first).iterdir()} == before


@pytest.mark.parametrize("damage", ["flip", "cut", "remove", "empty"])
def test_a_damaged_file_is_mended_and_the_others_are_left_alone(damage: str) -> None:
    root = digits.digits_root()
    hurt = raw(root) / digits.FILES[2]
    good = hurt.read_bytes()
    others = {path.name: path.stat().st_ino for path in raw(root).iterdir() if path != hurt}
    if damage == "flip":
        hurt.write_bytes(good[:1000] + bytes([good[1000] ^ 1]) + good[1001:])
    elif damage == "cut":
        hurt.write_bytes(good[:-1])
    elif damage == "empty":
        hurt.write_bytes(b"")
    else:
        hurt.unlink()
    assert digits.digits_root() == root
    assert hurt.read_bytes() == good
    assert {path.name: path.stat().st_ino for path in raw(root).iterdir() if path != hurt} == others


def test_nothing_half_made_is_left_behind(cache: Path) -> None:
    root = digits.digits_root()
    assert sorted(path.name for path in raw(root).iterdir()) == sorted(digits.FILES)
    assert [path.name for path in cache.iterdir()] == [root.name]


def test_a_cache_that_cannot_be_written_is_explained(cache: Path) -> None:
    cache.write_text("a file where the folder should be")
    with pytest.raises(UsageError, match="COURSE_CACHE"):
        digits.digits_root()


def build_and_read(folder: str, start: object, found: object) -> None:
    os.environ["COURSE_CACHE"] = folder
    start.wait()  # type: ignore[attr-defined]
    for _ in range(5):
        root = digits.digits_root()
        sums = [hashlib.sha256((raw(root) / name).read_bytes()).hexdigest() for name in digits.FILES]
        found.put(sums)  # type: ignore[attr-defined]


def test_processes_that_build_at_once_all_see_whole_files(cache: Path) -> None:
    context = multiprocessing.get_context("fork")
    start, found = context.Event(), context.Queue()
    workers = [context.Process(target=build_and_read, args=(str(cache), start, found)) for _ in range(4)]
    for worker in workers:
        worker.start()
    start.set()
    seen = [found.get(timeout=60) for _ in range(4 * 5)]
    for worker in workers:
        worker.join(timeout=60)
        assert worker.exitcode == 0
    assert seen == [[digits._digests()[name] for name in digits.FILES]] * 20
    assert len(list(cache.iterdir())) == 1


def test_importing_the_module_imports_neither_torch_nor_numpy() -> None:
    code = "import sys, course.digits; print([m for m in ('torch', 'torchvision', 'numpy', 'sklearn') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# --- the real MNIST --------------------------------------------------------------------------


@pytest.mark.parametrize("below", ["MNIST/raw", "raw", "."])
def test_a_real_mnist_folder_is_linked_and_remembered(tmp_path: Path, below: str) -> None:
    write_mnist(tmp_path / "mine" / below)
    root = digits.use_mnist(tmp_path / "mine")
    assert digits.mnist_root() == root == digits.data_root()
    for name in digits.FILES:
        link = raw(root) / name
        assert link.is_symlink()
        assert link.resolve() == (tmp_path / "mine" / below / name).resolve()


def test_packed_files_are_unpacked_into_the_cache(tmp_path: Path) -> None:
    root = digits.use_mnist(write_mnist(tmp_path / "mine", packed=True))
    labels = (raw(root) / "t10k-labels-idx1-ubyte").read_bytes()
    assert labels == struct.pack(">2I", 0x801, 10_000) + bytes(10_000)
    assert (raw(root) / "train-images-idx3-ubyte").stat().st_size == 16 + 60_000 * 784


def test_without_a_real_mnist_the_offline_digits_are_the_data() -> None:
    assert digits.mnist_root() is None
    assert digits.data_root() == digits.digits_root()


def test_forgetting_leaves_the_folder_itself_alone(tmp_path: Path) -> None:
    mine = write_mnist(tmp_path / "mine")
    digits.use_mnist(mine)
    digits.forget_mnist()
    assert digits.mnist_root() is None
    assert sorted(path.name for path in mine.iterdir()) == sorted(digits.FILES)


def test_a_folder_that_has_moved_is_named(tmp_path: Path) -> None:
    mine = write_mnist(tmp_path / "mine")
    digits.use_mnist(mine)
    mine.rename(tmp_path / "elsewhere")
    with pytest.raises(UsageError, match=r"mine/train-images-idx3-ubyte is gone.*course data --mnist"):
        digits.data_root()
    digits.use_mnist(tmp_path / "elsewhere")
    assert digits.mnist_root() is not None


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("t10k-labels-idx1-ubyte", b"not a data file", "no IDX file of labels"),
        ("train-images-idx3-ubyte", struct.pack(">2I", 0x801, 60_000), "no IDX file of images"),
        ("train-images-idx3-ubyte", struct.pack(">4I", 0x803, 1440, 28, 28), "sizes are 1440x28x28"),
        ("t10k-labels-idx1-ubyte", struct.pack(">2I", 0x801, 357), "sizes are 357"),
        ("t10k-labels-idx1-ubyte", struct.pack(">2I", 0x801, 10_000) + bytes(9_999), "has 10,007 bytes"),
        ("t10k-images-idx3-ubyte", struct.pack(">4I", 0x803, 10_000, 28, 28), "has 16 bytes"),
        ("t10k-labels-idx1-ubyte", struct.pack(">2I", 0x801, 10_000) + b"\x0c" * 10_000, "labels above 9"),
        ("t10k-labels-idx1-ubyte", b"", "no IDX file of labels"),
    ],
)
def test_what_is_not_mnist_is_refused_with_a_reason(
    tmp_path: Path, name: str, content: bytes, says: str
) -> None:
    mine = write_mnist(tmp_path / "mine", but={name: content})
    with pytest.raises(UsageError, match=says) as refused:
        digits.use_mnist(mine)
    assert name in str(refused.value)
    assert digits.mnist_root() is None


def test_a_missing_file_and_a_missing_folder_are_named(tmp_path: Path) -> None:
    mine = write_mnist(tmp_path / "mine")
    (mine / "t10k-labels-idx1-ubyte").unlink()
    with pytest.raises(UsageError, match="holds no t10k-labels-idx1-ubyte"):
        digits.use_mnist(mine)
    with pytest.raises(UsageError, match="There is no folder"):
        digits.use_mnist(tmp_path / "nowhere")


def test_a_packed_file_that_is_no_gzip_is_refused(tmp_path: Path) -> None:
    mine = write_mnist(tmp_path / "mine")
    (mine / "train-labels-idx1-ubyte").unlink()
    (mine / "train-labels-idx1-ubyte.gz").write_bytes(b"<html>404</html>")
    with pytest.raises(UsageError, match=r"train-labels-idx1-ubyte\.gz cannot be read"):
        digits.use_mnist(mine)
