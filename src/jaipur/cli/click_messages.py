"""Click's own messages, marked for the catalogue, where `localized_click` lets Click find them.

They cover Click 8.2 to 8.5; unused ones do no harm.
"""

from __future__ import annotations

from ..errors import message


def counted(one: str, many: str) -> tuple[str, str]:
    """Mark a singular and a plural for the catalogue."""
    return one, many


HELP = (
    message("Usage:"),
    message("Options"),
    message("Commands"),
    message("Show this message and exit."),
    message("Show the version and exit."),
    message("default: {default}"),
    message("required"),
)
USAGE_ERRORS = (
    message("Error: {message}"),
    message("Invalid value: {message}"),
    message("Invalid value for {param_hint}: {message}"),
    message("Missing argument"),
    message("Missing option"),
    message("No such option {name!r}."),
    message("No such option: {name}"),
    message("No such command {name!r}."),
    message("Option {name!r} does not take a value."),
    counted("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    counted("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    counted("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
)
VALUES = (
    counted("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    message("{name} {filename!r} does not exist."),
    message("{name} {filename!r} is a file."),
    message("{name} {filename!r} is a directory."),
    message("{name} {filename!r} is not readable."),
    message("file"),
    message("directory"),
    message("path"),
)
PLACEHOLDERS = (
    message("COMMAND [ARGS]..."),
    message("[COMMAND] [ARGS]..."),
    message("DEPTH"),
    message("DIRECTORY"),
    message("BACKUP"),
    message("FILE"),
    message("[FILE]"),
    message("FOLDER"),
    message("[FOLDER]"),
    message("NAME"),
    message("[NAME]"),
    message("BAN"),
    message("NUMBER"),
    message("PATH"),
    message("[R31 | CHAPTER | WORD]"),
    message("RECORD"),
    message("TABLE SEAT"),
    message("TARGET"),
    message("TEXT"),
    message("WHOM"),
)
"""The placeholders for values in the help, except those that need no translation."""
