"""Every layer of confinement has a witness, and the witness can tell when the layer is off."""

import os
from pathlib import Path

import pytest

from course.sandbox.confine import LAYERS
from course.sandbox.host import ALL_LAYERS, Sandbox
from course.sandbox.witness import TOGETHER, prove


@pytest.fixture(scope="module", params=["with torch", "plain"])
def proof(request, sandbox):
    """What the witness says of a sandbox with every layer: one that grades, and the quick one that it uses itself."""
    if request.param == "with torch":
        return prove(sandbox)
    with Sandbox(torch=False) as plain:
        return prove(plain)


@pytest.mark.parametrize("layer", [*LAYERS, TOGETHER])
def test_with_all_layers_each_holds(proof, layer):
    assert proof[layer].held, proof[layer].why
    assert proof[layer].why is None


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_that_is_switched_off_is_seen_and_the_others_still_hold(layer):
    with Sandbox(ALL_LAYERS - {layer}, torch=False) as without:
        found = prove(without)
    assert not found[layer].held
    assert found[layer].why.startswith("switched off; ")
    assert [name for name, finding in found.items() if not finding.held] == [layer]


def test_without_any_layer_nothing_holds_and_the_attempts_harm_no_one():
    mounts = Path("/proc/self/mountinfo").read_text()
    with Sandbox((), torch=False) as bare:
        found = prove(bare)
    assert not any(finding.held for finding in found.values())
    assert Path("/proc/self/mountinfo").read_text() == mounts


def test_the_host_is_left_as_it_was(sandbox):
    before = set(os.environ), set(os.listdir("/proc/self/fd"))
    prove(sandbox)
    assert (set(os.environ), set(os.listdir("/proc/self/fd"))) == before


def test_a_guest_that_dies_proves_nothing(sandbox, monkeypatch):
    from course.sandbox import witness
    from course.sandbox.host import GuestEnded

    def dies(guest, facts):
        raise GuestEnded("it ended")

    monkeypatch.setattr(witness, "run_attempts", dies)
    assert not any(finding.held for finding in prove(sandbox).values())
