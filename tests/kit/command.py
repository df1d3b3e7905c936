"""Command line, called in this process."""

from click.testing import CliRunner

from aicore.cli import main


def run(*args, input=""):
    return CliRunner().invoke(main, [str(arg) for arg in args], input=input)


def works(*args, input=""):
    result = run(*args, input=input)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def fails(*args, input=""):
    """Return the error message of a wrong command line, which must be one line."""
    result = run(*args, input=input)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("Error: ")
    message = lines[0].removeprefix("Error: ")
    first = message.split()[0]
    assert not (first.istitle() and first.isalpha()), f"a lower case letter should begin {message}"
    return message
