"""The page of built-in games says what the registry says."""

from tests.docs.rulesets_page import PAGE, page


def test_page_is_up_to_date():
    assert PAGE.read_text() == page(), "run `python -m tests.docs.rulesets_page`"
