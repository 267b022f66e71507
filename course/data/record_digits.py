"""Record the offline digits from the copy that scikit-learn carries (a tool, no dependency).

    pip install scikit-learn
    python -m course.data.record_digits

writes `digits.npz` (8x8 counts and labels, in scikit-learn's order) and the hashes of the
four files that `course.digits` draws from it.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
from sklearn.datasets import load_digits as samples

from course.digits import load_digits, mnist_files

FOLDER = Path(__file__).parent / "digits"


def record() -> None:
    """Write both files; running it twice changes nothing."""
    digits = samples()
    np.savez_compressed(
        FOLDER / "digits.npz",
        images=digits.images.astype(np.uint8),
        labels=digits.target.astype(np.uint8),
    )
    drawn = mnist_files(load_digits(train=True), load_digits(train=False))
    lines = [f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in drawn.items()]
    (FOLDER / "SHA256SUMS").write_text("".join(lines), "ascii")


if __name__ == "__main__":
    record()
