"""The nursery: a small process that makes PID namespaces, each with an init that lives as long as its lifeline.

It is forked before torch is imported, so that an init costs a millisecond; see warm.py.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket

from course.sandbox import confine
from course.sandbox.calls import CLONE_NEWPID
from course.sandbox.sockets import recv_with_fds, send_with_fds

NAMESPACE_SECONDS = 30.0  # for a namespace, which takes a millisecond: its maker is dead or stopped


def start_nursery() -> tuple[socket.socket, int]:
    """Forks the small process that makes PID namespaces; returns the channel to it and its id."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    pid = os.fork()
    if pid == 0:
        ours.close()
        confine.die_with_parent()
        try:
            _run_nursery(theirs)
        finally:
            os._exit(0)
    theirs.close()
    ours.settimeout(NAMESPACE_SECONDS)
    return ours, pid


def _run_nursery(channel: socket.socket) -> None:
    # It and the keepers hold nothing of the warm parent's: when that one is killed, the host must see its sockets close.
    os.closerange(3, channel.fileno())
    os.closerange(channel.fileno() + 1, 2**16)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        data, fds = recv_with_fds(channel)
        if not data:
            return
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            confine.die_with_parent()
            try:
                _run_keeper(channel, fds[0])
            except OSError as error:
                channel.send(json.dumps({"reason": f"no namespace: {error.strerror}"}).encode())
            finally:
                os._exit(0)
        os.close(fds[0])


def _run_keeper(channel: socket.socket, lifeline: int) -> None:
    reason = confine.unshare(CLONE_NEWPID)
    if reason:
        channel.send(json.dumps({"reason": reason}).encode())
        return
    init = os.fork()
    if init == 0:
        channel.close()
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel reaps orphans for us
        with contextlib.suppress(OSError):
            os.read(lifeline, 1)
        os._exit(0)
    os.close(lifeline)
    namespace = os.open(f"/proc/{init}/ns/pid", os.O_RDONLY)
    send_with_fds(channel, json.dumps({"init": init}).encode(), [namespace])
    os.close(namespace)
    channel.close()
    os.waitpid(init, 0)
