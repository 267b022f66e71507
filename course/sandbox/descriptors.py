"""Descriptors over Unix sockets, between processes of ours."""

from __future__ import annotations

import array
import socket


def send_with_fds(connection: socket.socket, data: bytes, fds: list[int]) -> None:
    """One message with descriptors attached."""
    ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", fds))]
    connection.sendmsg([data], ancillary if fds else [])


def recv_with_fds(connection: socket.socket, size: int = 65536) -> tuple[bytes, list[int]]:
    """The message and the descriptors that came with it; empty bytes at the end."""
    data, ancillary, _, _ = connection.recvmsg(size, socket.CMSG_SPACE(8 * 4))
    fds = array.array("i")
    for level, kind, payload in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            fds.frombytes(payload[: len(payload) - len(payload) % fds.itemsize])
    return data, list(fds)
