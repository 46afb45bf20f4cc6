"""The rules line by line: in one minute, or those that somebody asks for."""

from __future__ import annotations

from ...rulebook import find, plain_lines, rule_book, short_rules
from ...texts import Texts


def rules_lines(asked: str, _: Texts) -> list[str]:
    """Without a word the short rules; else a rule, a chapter, rules with a word, or `all`."""
    if asked:
        return plain_lines(find(asked, _), _)
    short = [_("{name}: {words}", name=rule.title, words=rule.words) for rule in short_rules(_)]
    chapters = ", ".join(chapter.name for chapter in rule_book(_.language).chapters)
    return [
        *short,
        _("For more, type rules and a number, a word or a chapter: rules 31, rules deck."),
        _("The chapters are: {chapters}. Type rules all for everything.", chapters=chapters),
    ]
