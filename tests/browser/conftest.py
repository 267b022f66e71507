"""A class, JupyterLab for a student and for an instructor, and a browser to use them with.

Each server runs on loopback with a home of its own, so that nothing of the machine's Jupyter is
read or written, and is ended with its kernels. With SCREENSHOTS=FOLDER the pictures of the docs are taken.
"""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.conftest import TOY

COURSE_ID = "toy"
TOKEN = "only-on-loopback"
PATIENCE = 300  # seconds for anything at all, an upper bound: a busy machine is slow to import torch
FLAGS = ("--no-sandbox", "--disable-quic", "--disable-background-networking")
SETTINGS = {  # no news from the network, and every cell in the page also when it is out of sight
    "labconfig/page_config.json": {
        "disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}
    },
    "lab/user-settings/@jupyterlab/notebook-extension/tracker.jupyterlab-settings": {"windowingMode": "none"},
}


@dataclass(frozen=True)
class Home:
    """Somebody's home folder; `environment` is all that the processes there see."""

    path: Path

    @property
    def environment(self):
        """An activated environment, Jupyter's folders below the home, the toy course."""
        config = self.path / ".jupyter"
        return {
            "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath))),
            "HOME": str(self.path), "IPYTHONDIR": str(self.path / "ipython"),
            "JUPYTER_CONFIG_DIR": str(config), "JUPYTER_DATA_DIR": str(self.path / "share"),
            "JUPYTER_RUNTIME_DIR": str(self.path / "run"), "JUPYTERLAB_SETTINGS_DIR": str(config / "lab/user-settings"),
            "JUPYTERLAB_WORKSPACES_DIR": str(config / "lab/workspaces"),
            "COURSE_ROOT": str(TOY), "COURSE_COLD": "1", "LANG": "C.UTF-8",
        }  # fmt: skip

    def write(self, name, text):
        """A file in the home."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path


def new_home(path):
    """A home with Jupyter's settings."""
    home = Home(path)
    for name, content in SETTINGS.items():
        home.write(f".jupyter/{name}", json.dumps(content))
    return home


@contextlib.contextmanager
def jupyterlab(home, folder):
    """JupyterLab over a folder; yields its address, and leaves no process behind."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}",
        "--ServerApp.port_retries=0", f"--IdentityProvider.token={TOKEN}", f"--ServerApp.root_dir={folder}",
    ]  # fmt: skip
    log = home.path / "jupyterlab.log"
    with open(log, "wb") as output:
        server = subprocess.Popen(
            command, cwd=folder, env=home.environment, stdout=output, stderr=output, start_new_session=True
        )
    try:
        wait_until_it_answers(f"http://127.0.0.1:{port}/api/status?token={TOKEN}", server, log)
        yield f"http://127.0.0.1:{port}/lab?token={TOKEN}"
    finally:
        server.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.wait(30)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGKILL)
        server.wait()


def wait_until_it_answers(address, server, log):
    """Returns as soon as the server answers; fails with its log if it ends or takes too long."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and server.poll() is None:
        with contextlib.suppress(urllib.error.URLError, OSError), urllib.request.urlopen(address, timeout=10):
            return
        time.sleep(0.1)
    pytest.fail(f"JupyterLab does not answer:\n{log.read_text()[-3000:]}")


@pytest.fixture(scope="session")
def class_folder(tmp_path_factory):
    """A class of the toy course with its unit released, made by the commands of an instructor."""
    home = new_home(tmp_path_factory.mktemp("instructor"))
    folder = home.path / "class"
    for line in (f"class init {folder} --course-id {COURSE_ID}", f"class release 1 --dir {folder}"):
        command = [sys.executable, "-m", "course", *line.split()]
        done = subprocess.run(
            command, env=home.environment, cwd=home.path, capture_output=True, text=True, timeout=PATIENCE
        )
        assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def browser():
    """Debian's chromium. Missing, it is a reason to skip on a desk, and a failure in CI."""
    path = shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        reason = "there is no chromium; as root: scripts/install-browser.sh"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def page(browser):
    """A fresh page; what is waited for may take its time."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE * 1000)
    expect.set_options(timeout=PATIENCE * 1000)
    yield context.new_page()
    context.close()


@pytest.fixture
def picture():
    """picture(of, name): keeps a screenshot of a page or a part where SCREENSHOTS says, else does nothing."""

    def keep(of, name):
        if folder := os.environ.get("SCREENSHOTS"):
            of.screenshot(path=Path(folder) / f"{name}.png")

    return keep


def open_from_menu(page, item):
    """Chooses an item of JupyterLab's Nbgrader menu."""
    page.get_by_role("menuitem", name="Nbgrader").click()
    page.get_by_role("menuitem", name=item).click()
