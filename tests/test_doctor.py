"""The doctor: what is here, what holds, and the one command that would fix it."""

import pytest

from course import doctor
from course.doctor import Diagnosis, Fact, examine, fix_for, print_diagnosis
from course.sandbox.confine import LAYERS
from course.sandbox.witness import Finding


def diagnosis(*broken):
    findings = tuple(
        Finding(
            name,
            name not in broken,
            f"what {name} takes away",
            "tried",
            "it was refused" if name in broken else None,
        )
        for name in (*LAYERS, "together")
    )
    return Diagnosis((Fact("python", "3.11"),), findings, {name: f"fix {name}" for name in broken})


def test_on_this_machine_every_layer_and_fact_is_named():
    found = examine()
    assert {finding.layer for finding in found.findings} == {*LAYERS, "together"}
    assert {"python", "course", "torch", "CUDA"} <= {fact.name for fact in found.facts}


def test_each_broken_layer_is_shown_with_why_and_fix(capsys):
    print_diagnosis(diagnosis("net", "landlock"))
    text = capsys.readouterr().out
    for layer in ("net", "landlock"):
        assert f"✗ no   {layer}" in text
        assert f"fix: fix {layer}" in text
    assert text.count("why: it was refused") == 2
    assert "7 of 9 layers hold" in text


def test_a_sound_machine_is_told_so(capsys):
    print_diagnosis(diagnosis())
    text = capsys.readouterr().out
    assert "9 of 9 layers hold" in text
    assert "no " not in text.split("takes away")[0]
    assert "fix:" not in text


@pytest.mark.parametrize("broken", [("pid",), ("together",)])
def test_a_machine_is_well_only_if_all_holds(broken):
    assert diagnosis().well
    assert not diagnosis(*broken).well


def test_without_a_sandbox_a_machine_is_not_well():
    assert not Diagnosis((), (), {}).well


@pytest.mark.parametrize(
    ("path", "value", "command"),
    [
        (
            "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
            "1",
            "kernel.apparmor_restrict_unprivileged_userns=0",
        ),
        ("/proc/sys/kernel/unprivileged_userns_clone", "0", "kernel.unprivileged_userns_clone=1"),
        ("/proc/sys/user/max_user_namespaces", "0", "user.max_user_namespaces="),
    ],
)
def test_the_kernel_setting_that_forbids_namespaces_is_the_one_to_change(monkeypatch, path, value, command):
    monkeypatch.setattr(doctor, "read", lambda asked: value if asked == path else None)
    monkeypatch.setattr(doctor.sys, "platform", "linux")
    for layer in ("user", "pid", "net", "ipc", "mount"):
        assert command in fix_for(layer)


def test_landlock_left_out_of_the_boot_line_is_named(monkeypatch):
    monkeypatch.setattr(doctor, "read", lambda asked: "capability,yama")
    monkeypatch.setattr(doctor.sys, "platform", "linux")
    assert fix_for("landlock") == "boot with lsm=landlock,capability,yama"


def test_the_json_says_the_same():
    data = diagnosis("net").to_dict()
    assert data["well"] is False
    assert data["layers"]["net"]["held"] is False
    assert data["layers"]["net"]["fix"] == "fix net"
