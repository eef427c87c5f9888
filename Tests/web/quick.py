"""What is typed is understood as by phlistctl: the examples of its tests are read by the page's own parser."""

import os
import re

from support import URL, phones, run

SOURCE = os.path.join(os.path.dirname(__file__), "..", "PhlistCtlTests", "QuickEntryTests.swift")
TEXT = r'"((?:[^"\\]|\\.)*)"'

# Rules that only phlistctl knows: the page leaves them in the title, and shows that.
UNKNOWN_RULES = {"choir every month last fri 7pm"}

# Friday, 27 November 2026, noon, as in the tests of phlistctl.
NOW = "2026-11-27T12:00:00"
READ = """async (texts) => {
    const { understand } = await import('/quick.js')
    const people = { members: ['Ann', 'ben', 'Mary Jane'], me: 'Ann' }
    return texts.map((text) => understand(text, people))
}"""


def examples():
    """Returns the examples of phlistctl: pairs of a text and what is understood, and texts that stay as they are."""
    with open(SOURCE, encoding="utf-8") as file:
        source = file.read()
    understood, plain = source.split("words at the end are understood", 1)
    plain = plain.split("what may be a part of the title stays in it")[0]
    return re.findall(rf"\(\s*{TEXT},\s*{TEXT}\s*\)", understood), re.findall(TEXT, plain.split("arguments:")[1])


def words(entry):
    """Writes what was understood as the tests of phlistctl do."""
    fields = entry["fields"]
    parts = [("qty", "quantity"), ("due", "due"), ("every", "recurrence"), ("for", "assignee"), ("tags", "addTags"),
             ("prio", "priority")]
    shown = [(name, fields.get(field)) for name, field in parts]
    joined = [f"{name}={','.join(value) if isinstance(value, list) else value}" for name, value in shown if value]
    return " | ".join([entry["title"], *joined])


def understand(texts):
    with phones("desktop", timezone_id="Europe/Berlin") as [phone]:
        phone.page.clock.set_fixed_time(f"{NOW}+01:00")
        phone.page.goto(URL)
        return phone.page.evaluate(READ, texts)


def test_examples():
    """words at the end are understood as by phlistctl"""
    pairs, _ = examples()
    assert len(pairs) >= 25, len(pairs)
    found = understand([text for text, _ in pairs])
    for (text, wanted), entry in zip(pairs, found):
        assert words(entry) == (text if text in UNKNOWN_RULES else wanted), (text, words(entry))


def test_titles():
    """what may be a part of the title stays in it"""
    _, plain = examples()
    assert len(plain) >= 50, len(plain)
    for text, entry in zip(plain, understand(plain)):
        assert entry == {"title": text.strip(), "fields": {}}, (text, entry)


def test_quotation_marks():
    """text in quotation marks is taken as it is"""
    texts = ['"milk 2 l"', ' "fri" ', "„Route 66 x2“", '12" pizza 2x', '"a" and "b"']
    titles = [entry["title"] for entry in understand(texts)]
    assert titles == ["milk 2 l", "fri", "Route 66 x2", '12" pizza', '"a" and "b"'], titles


if __name__ == "__main__":
    run(globals())
