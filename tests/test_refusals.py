"""Whatever refuses an action says which rule is against it, for every reason and everywhere."""

from __future__ import annotations

import json
import re

import pytest

from jaipur import IllegalAction, Reason
from jaipur.client.words.dock import reason_words
from jaipur.errors import REASONS, RecordError
from jaipur.rulebook import rule_book
from jaipur.session.contract.state import WhyNot
from jaipur.session.explain import reason_sentence, why_not
from jaipur.texts import LANGUAGES, texts
from jaipur.web.error_responses import error_failure
from jaipur.web.pages import rendered

from .plain.talks import hear


def in_page(language: str) -> dict[str, str]:
    """What the scripts of the page say for each reason."""
    page = rendered("table.html", language, b'{"advice": []}', "0").content.decode()
    found = re.search(r'"reasons":(\{[^}]*\})', page)
    assert found is not None
    said: dict[str, str] = json.loads(found[1])
    return said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", Reason)
def test_every_refusal_names_its_rule(reason: Reason, language: str) -> None:
    _, (rule, _said), code = texts(language), REASONS[reason], reason.name.lower()
    error = IllegalAction(reason, "+G", "DGKKK")
    assert int(rule[1:]) in rule_book(language).rules
    for sentence in (
        _.error(error),  # commands, bots, answers of the server
        _.error(RecordError(7, error)),
        reason_sentence(reason, _),
        reason_words(code, _),  # the terminal
        in_page(language)[code],
    ):
        assert sentence.endswith(f"({rule})."), sentence
        assert "{" not in sentence
    assert why_not(reason) == WhyNot(code, rule)


@pytest.mark.parametrize("reason", Reason)
def test_an_answer_of_the_server_names_the_rule(reason: Reason) -> None:
    answer = json.loads(bytes(error_failure(IllegalAction(reason, "+G", "DGKKK"), "en").body))
    assert answer["error"]["rule"] == REASONS[reason][0]
    assert f"({REASONS[reason][0]})" in answer["error"]["sentence"]


@pytest.mark.parametrize(
    ("typed", "rule"), [("-S", "R66"), ("+G-C", "R30"), ("+D", "R24"), ("+K", "R36"), ("-K", "R55")]
)
def test_line_mode_names_the_rule(typed: str, rule: str) -> None:
    assert f"({rule})." in hear(f"{typed}\n").errors
