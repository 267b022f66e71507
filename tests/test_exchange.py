"""The local exchange: frozen submissions with receipts."""

import hashlib
import json

import pytest

from course.errors import UsageError
from course.exchange import LocalExchange
from course.report import Environment, Report


@pytest.fixture
def exchange(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return LocalExchange(tmp_path / ".course" / "submissions")


def test_a_submission_is_a_copy_with_a_receipt(exchange, toy):
    submitted = exchange.submit(toy, "01_greet.py", b"my work")
    receipt = json.loads((submitted.folder / "receipt.json").read_text())
    assert submitted.file.read_bytes() == b"my work"
    assert receipt["sha256"] == hashlib.sha256(b"my work").hexdigest()
    assert receipt["size"] == 7
    assert receipt["time"].endswith("Z")
    assert receipt["place"] == str(submitted.folder.relative_to(exchange.folder.parent.parent))
    assert submitted.folder.name.endswith(receipt["sha256"][:8])


def test_what_is_submitted_later_replaces_nothing(exchange, toy):
    made = [exchange.submit(toy, "01_greet.py", text) for text in (b"one", b"two", b"two")]
    assert len({submitted.folder for submitted in made}) == 3
    assert [exchange.read(submitted) for submitted in exchange.all(toy)] == [b"one", b"two", b"two"]
    assert exchange.latest(toy) == made[-1]


def test_the_order_stays_when_reports_come_later(exchange, toy):
    first, second = (exchange.submit(toy, "01_greet.py", text) for text in (b"zzz", b"aaa"))
    exchange.keep_report(first, Report("01_greet", {}, (), Environment("0", "0", "0", "cpu", 1)))
    assert exchange.latest(toy) == second


def test_the_frozen_copy_cannot_be_written_by_accident(exchange, toy):
    submitted = exchange.submit(toy, "01_greet.py", b"my work")
    assert submitted.file.stat().st_mode & 0o222 == 0


def test_a_changed_copy_is_refused(exchange, toy):
    submitted = exchange.submit(toy, "01_greet.py", b"my work")
    submitted.file.chmod(0o644)
    submitted.file.write_bytes(b"better work")
    with pytest.raises(UsageError, match="changed after it was submitted"):
        exchange.read(submitted)


def test_a_report_comes_back_as_it_was_kept(exchange, toy):
    submitted = exchange.submit(toy, "01_greet.py", b"my work")
    assert exchange.report(submitted) is None
    report = Report("01_greet", {"name": "a", "sha256": "b"}, (), Environment("0", "0", "0", "cpu", 1))
    exchange.keep_report(submitted, report)
    assert exchange.report(submitted) == report


def test_foreign_folders_are_no_submissions(exchange, toy):
    (exchange.folder / toy.name / "notes").mkdir(parents=True)
    (exchange.folder / toy.name / "99999999T000000.000Z-00000000").mkdir()
    assert exchange.latest(toy) is None


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path, toy):
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be written"):
        LocalExchange(tmp_path / "file" / "x").submit(toy, "01_greet.py", b"")


def test_nothing_half_made_is_left_behind(exchange, toy):
    exchange.submit(toy, "01_greet.py", b"my work")
    assert [path for path in (exchange.folder / toy.name).iterdir() if path.name.startswith(".")] == []
