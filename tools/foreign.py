"""Python for another processor: Debian's packages, unpacked in a folder and run by qemu.

This needs Debian's or Ubuntu's apt-get and dpkg, and their servers, but no administrator rights.
It installs nothing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

DEBIAN = {"aarch64": "arm64", "x86_64": "amd64"}
"""Debian's names of processors, by Linux's names."""

CONFIGURATION = """
APT::Architecture "{architecture}";
APT::Architectures {{ "{architecture}"; }};
APT::Sandbox::User "root";
Dir::State "{folder}/state";
Dir::State::status "{folder}/status";
Dir::Cache "{folder}/cache";
"""


def missing() -> str:
    """Return the tools for fetching packages that this machine lacks; "" if none."""
    return ", ".join(name for name in ("apt-get", "dpkg") if shutil.which(name) is None)


def unpack(folder: Path, architecture: str, package: str) -> Path:
    """Unpack a Debian package and everything that it needs, and return the root folder.

    Raises subprocess.CalledProcessError, with the error output in its `stderr`.
    """
    for part in ("state/lists/partial", "cache/archives/partial", "root"):
        (folder / part).mkdir(parents=True)
    (folder / "status").touch()  # nothing is installed: everything needed is fetched
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
    """Return the command that runs Python for a processor, without arguments.

    Args:
        folder: the folder for the unpacked packages.
        processor: the processor that Python is for.
        own: this machine's processor.

    Raises subprocess.CalledProcessError.
    """
    emulator = shutil.which(f"qemu-{processor}-static") or shutil.which(f"qemu-{processor}")
    if emulator is None:
        unpacked = unpack(folder / "qemu", DEBIAN[own], "qemu-user-static")
        emulator = str(unpacked / "usr" / "bin" / f"qemu-{processor}-static")
    root = unpack(folder / processor, DEBIAN[processor], "python3")
    return [emulator, "-L", str(root), str(root / "usr" / "bin" / "python3")]
