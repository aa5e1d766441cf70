"""Run a program under another identity on Linux: user namespaces, a folder owner's uid, and
the signal that ends a child together with its parent.

PostgreSQL refuses uid 0. Root therefore runs it in a user namespace of its own, in which root's
files belong to an ordinary uid; nothing on the disk changes owner or mode.
"""

import ctypes
import os
import pwd
import signal
import sys
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_KEEPCAPS = 8
_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE = 47, 2
_CLONE_NEWUSER = 0x10000000
_CAPABILITY_VERSION_3 = 0x20080522
_CAP_DAC_OVERRIDE = 1
_LAST_ID = 2**32 - 2


class NamespaceRefusedError(Exception):
    """This machine does not let the process make a user namespace."""


class _CapabilityHeader(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _CapabilityData(ctypes.Structure):
    _fields_ = (
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )


def die_with_parent(number: signal.Signals, parent: int) -> None:
    """Ask for signal `number` when the parent process, whose pid is `parent`, ends (Linux only).

    Call it in the child. A parent that is gone already counts: the signal is raised at once.
    The kernel ties this to the thread that forked, so fork from the main thread.
    """
    if sys.platform != "linux":
        return
    _prctl(_PR_SET_PDEATHSIG, number)
    if os.getppid() != parent:
        os.kill(os.getpid(), number)


def adopt_orphans() -> None:
    """Make descendants whose parent died children of this process (Linux only)."""
    if sys.platform == "linux":
        _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def stand_in_uid() -> int:
    """A non-zero uid with a name, which initdb insists on: 65534, else the lowest there is."""
    uids = {entry.pw_uid for entry in pwd.getpwall() if 0 < entry.pw_uid < 2**31}
    if not uids:
        raise NamespaceRefusedError("/etc/passwd names no user but root")
    return 65534 if 65534 in uids else min(uids)


def has_name(uid: int) -> bool:
    """Whether the user database knows `uid`."""
    try:
        pwd.getpwuid(uid)
    except KeyError:
        return False
    return True


def closed_to_root_uid(*paths: Path) -> bool:
    """Whether a folder above one of `paths` can be entered by root only through its privileges.

    uid 0 without capabilities is an ordinary user, shut out of another user's private folder.
    """
    for path in paths:
        for folder in (path, *path.parents):
            if folder.exists():
                folder_stat = folder.stat()
                if folder_stat.st_uid != 0 and not folder_stat.st_mode & 0o001:
                    return True
    return False


def become(uid: int, gid: int, *, keep_access: bool) -> None:
    """Turn this process from root into `uid` for good; `keep_access` keeps root's way into folders.

    Raises OSError where root may not change its identity.
    """
    if keep_access and sys.platform == "linux":
        _prctl(_PR_SET_KEEPCAPS, 1)
    os.setgroups([])
    os.setgid(gid)
    os.setuid(uid)
    if keep_access and sys.platform == "linux":
        _keep_file_access()


def enter_namespace(*, keep_access: bool) -> None:
    """Move this (single-threaded) process into a user namespace where its uid is not zero.

    `keep_access` carries root's right to enter other users' folders across the next exec, which
    needs the whole id range mapped; where that is refused, our own uid alone is mapped.
    Raises NamespaceRefusedError.
    """
    inside = stand_in_uid()
    uid, gid, pid = os.geteuid(), os.getegid(), os.getpid()
    ready_read, ready_write = os.pipe()
    # Mapping other uids takes privileges outside of the new namespace, which the process that
    # created it has dropped. So a helper stays outside and writes the map.
    helper = os.fork()
    if helper == 0:
        os.close(ready_write)
        is_mapped = os.read(ready_read, 1) and _map_everything(pid, inside)
        os._exit(0 if is_mapped else 1)
    os.close(ready_read)
    libc = ctypes.CDLL(None, use_errno=True)
    refused = libc.unshare(_CLONE_NEWUSER)
    reason = os.strerror(ctypes.get_errno())
    if not refused and keep_access:
        os.write(ready_write, b"x")
    os.close(ready_write)
    _, status = os.waitpid(helper, 0)
    if refused:
        raise NamespaceRefusedError(reason)
    if status:
        keep_access = False
        try:
            Path("/proc/self/setgroups").write_text("deny")
            Path("/proc/self/uid_map").write_text(f"{inside} {uid} 1")
            Path("/proc/self/gid_map").write_text(f"{inside} {gid} 1")
        except OSError as error:
            raise NamespaceRefusedError(error.strerror) from error
    if keep_access:
        _keep_file_access()


def _map_everything(pid: int, shift: int) -> bool:
    """Map every id that we have into the namespace of `pid`, each raised by `shift`."""
    try:
        for name in ("uid_map", "gid_map"):
            lines = []
            for line in Path(f"/proc/self/{name}").read_text().splitlines():
                first, _, count = map(int, line.split())
                count = min(count, _LAST_ID - shift - first + 1)
                if count > 0:
                    lines.append(f"{first + shift} {first} {count}\n")
            Path(f"/proc/{pid}/{name}").write_text("".join(lines))
    except OSError:
        return False
    return True


def _keep_file_access() -> None:
    """Let CAP_DAC_OVERRIDE survive the next exec."""
    libc = ctypes.CDLL(None, use_errno=True)
    header = _CapabilityHeader(_CAPABILITY_VERSION_3, 0)
    data = (_CapabilityData * 2)()
    bit = 1 << _CAP_DAC_OVERRIDE
    if libc.capget(ctypes.byref(header), data) or not data[0].permitted & bit:
        return
    # All other capabilities are dropped.
    for part in data:
        part.effective = part.permitted = part.inheritable = 0
    data[0].effective = data[0].permitted = data[0].inheritable = bit
    if not libc.capset(ctypes.byref(header), data):
        libc.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE, _CAP_DAC_OVERRIDE, 0, 0)


def _prctl(option: int, value: int) -> None:
    ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)
