"""`course data`: prints one folder that torchvision reads, and says in one sentence what is wrong with another."""

import os
import subprocess
import sys


def run(tmp_path, *options):
    environment = {**os.environ, "COURSE_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "course", "data", *options]
    return subprocess.run(command, env=environment, capture_output=True, text=True, cwd=tmp_path)


def test_stdout_is_the_folder_and_nothing_else(tmp_path):
    result = run(tmp_path)
    assert result.returncode == 0, result.stderr
    folder = result.stdout.strip()
    assert (tmp_path / "cache") in [*map(type(tmp_path), [folder]), *type(tmp_path)(folder).parents]
    assert os.path.isfile(f"{folder}/MNIST/raw/train-images-idx3-ubyte")
    assert "1,797 handwritten digits" in result.stderr


def test_a_folder_without_mnist_is_refused_in_one_sentence(tmp_path):
    (tmp_path / "empty").mkdir()
    result = run(tmp_path, "--mnist", "empty")
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.startswith("course: ")
    assert len(result.stderr.strip().splitlines()) == 1


def test_other_digits_in_mnists_layout_do_not_pass_for_mnist(tmp_path):
    digits = run(tmp_path).stdout.strip()
    result = run(tmp_path, "--mnist", digits)
    assert result.returncode == 2
    assert "is not MNIST: its sizes are 1440x28x28, MNIST's 60000x28x28" in result.stderr
    assert "1,797" in run(tmp_path, "--offline").stderr
