"""Messages, and descriptors with them, over Unix sockets between processes of ours; and who is at the other end."""

from __future__ import annotations

import array
import socket
import struct

LENGTH = struct.Struct(">Q")
WHERE = b"where"  # the host asks the warm parent for the line at which a guest is
LOOK = b"look"  # the host asks whether a guest that has answered is within its caps
CREDENTIALS = struct.Struct("3i")  # process, user, group


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


def peer(connection: socket.socket) -> tuple[int, int]:
    """Process and user at the other end of a Unix socket, by the kernel's word."""
    data = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, CREDENTIALS.size)
    pid, uid, _ = CREDENTIALS.unpack(data)
    return int(pid), int(uid)


def peer_uid(connection: socket.socket) -> int:
    """The user at the other end of a Unix socket, by the kernel's word."""
    return peer(connection)[1]


def send_message(channel: socket.socket, data: bytes) -> None:
    """One length-prefixed message between a command and its host, which trust each other."""
    channel.sendall(LENGTH.pack(len(data)) + data)


def recv_message(channel: socket.socket) -> bytes:
    """The next message; EOFError when the other side is gone."""
    with channel.makefile("rb") as stream:
        header = stream.read(LENGTH.size)
        if len(header) < LENGTH.size:
            raise EOFError("the other side hung up")
        (size,) = LENGTH.unpack(header)
        data = stream.read(size)
    if len(data) < size:
        raise EOFError("the other side hung up")
    return data
