"""Python of another processor: Debian's packages in a folder, run by qemu. Nothing is installed.

Needs Debian's or Ubuntu's apt-get and dpkg, and their servers; no rights of an administrator.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

DEBIAN = {"aarch64": "arm64", "x86_64": "amd64"}
"""Processor, as Linux calls it -> as Debian does."""

CONFIGURATION = """
APT::Architecture "{architecture}";
APT::Architectures {{ "{architecture}"; }};
APT::Sandbox::User "root";
Dir::State "{folder}/state";
Dir::State::status "{folder}/status";
Dir::Cache "{folder}/cache";
"""


def missing() -> str:
    """What this machine lacks to fetch packages; "" when it lacks nothing."""
    return ", ".join(name for name in ("apt-get", "dpkg") if shutil.which(name) is None)


def unpack(folder: Path, architecture: str, package: str) -> Path:
    """The root folder of a package of Debian's and all that it needs.

    Raises subprocess.CalledProcessError, with the error output in its `stderr`.
    """
    for part in ("state/lists/partial", "cache/archives/partial", "root"):
        (folder / part).mkdir(parents=True)
    (folder / "status").touch()  # nothing is there yet: all that is needed is fetched
    settings = folder / "apt.conf"
    settings.write_text(CONFIGURATION.format(architecture=architecture, folder=folder))
    get = ["apt-get", "install", "--download-only", "--no-install-recommends", "-y", package]
    for command in (["apt-get", "update"], get):
        environment = {**os.environ, "APT_CONFIG": str(settings)}
        subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    root = folder / "root"
    for archive in sorted(folder.glob("cache/archives/*.deb")):
        command = ["dpkg", "--extract", str(archive), str(root)]
        subprocess.run(command, check=True, capture_output=True, text=True)
    if not (root / "lib").exists():  # newer packages rely on the link that a base system has
        (root / "lib").symlink_to("usr/lib")
    return root


def python(folder: Path, processor: str, own: str) -> list[str]:
    """The words before the arguments of a Python for a processor.

    Args:
        folder: where it is unpacked to.
        own: this machine's processor.

    Raises subprocess.CalledProcessError.
    """
    emulator = shutil.which(f"qemu-{processor}-static") or shutil.which(f"qemu-{processor}")
    if emulator is None:
        there = unpack(folder / "qemu", DEBIAN[own], "qemu-user-static")
        emulator = str(there / "usr" / "bin" / f"qemu-{processor}-static")
    root = unpack(folder / processor, DEBIAN[processor], "python3")
    return [emulator, "-L", str(root), str(root / "usr" / "bin" / "python3")]
