"""Rules and reminders of one's own, records, and what was typed when a change is refused."""

import json
import re
from datetime import date, timedelta

from support import URL, ctl, expect, new_form, new_list, phones, run, until

# Rules as phlistctl takes them, and what is chosen on the page for the same.
RULES = {
    "3 days": {"Every": "3", "Unit": "days"},
    "2 weeks on mon and thu until 2032-06-30": {
        "Every": "2", "Unit": "weeks", "Mon": True, "Thu": True, "Ends": "On a day", "Last day": "2032-06-30"},
    "month 31": {"Unit": "months", "Day": "31"},
    "month last fri 5 times": {
        "Unit": "months", "Day": "The last …", "Weekday": "Fri", "Ends": "After a number of times", "Times": "5"},
    "2 months last day": {"Every": "2", "Unit": "months", "Day": "The last day"},
    "year 25 dec": {"Unit": "years", "Month": "December", "Day": "25"},
    "after 10 days": {"Every": "10", "Unit": "days", "Counted from": "the day it is done"},
}

# Reminders, in the same way.
REMINDERS = {
    "when due": {"Remind": "When it is due"},
    "1 day before": {"Remind": "1 day before"},
    "3 weeks before": {"Remind": "Another time before", "How many": "3", "Unit": "weeks"},
    "90 minutes before": {"Remind": "Another time before", "How many": "90", "Unit": "minutes"},
    "2031-05-01 09:30": {"Remind": "At a day and time", "Day and time": "2031-05-01T09:30"},
}


# What the page says where something was removed, or is no longer shared.
GONE = "Not saved: it is gone, or no longer shared with you"


def fields(title, item):
    """The fields of an item, as phlistctl shows them."""
    found = []

    def walk(value):
        for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
            walk(one)
        if isinstance(value, dict) and value.get("title") == item and "recurrence" in value:
            found.append(value)

    walk(json.loads(ctl("ls", title, "--json")))
    assert found, f"{item} is not in {title}"
    return found[0]


def control(group, label):
    """The control with a label; by the words alone, because a label also contains the choices of a select."""
    return group.locator(f'label:has(> span:text-is("{label}")) > :is(input, select, textarea),'
                         f'label.check:text-is("{label}") > input')


def choose(group, choices):
    """Fills the controls of a group by their labels."""
    for label, value in choices.items():
        found = control(group, label)
        if isinstance(value, bool):
            found.set_checked(value)
        elif found.evaluate("(one) => one.tagName") == "SELECT":
            found.select_option(label=value)
        else:
            found.fill(value)


def own_rule(page):
    """Opens the form for a rule."""
    page.get_by_role("combobox", name="Repeat", exact=True).select_option(label="Own rule…")
    return page.get_by_role("group", name="Own rule", exact=True)


def open_item(phone, title, item):
    phone.open_list(title)
    phone.row(item).get_by_role("link").click()
    expect(phone.page.get_by_label("Title")).to_have_value(item)
    return phone.page


def test_rules():
    """each rule that is chosen on the page is the one that phlistctl makes of words, and shows on another phone"""
    title = new_list("Rules")
    ctl("add", title, "page", "words", "--literal", "--due", "2031-05-05")
    with phones("iPhone 13", "Pixel 7") as [phone, other]:
        page = open_item(phone.enter(), title, "page")
        theirs = open_item(other.enter("ben"), title, "page")
        for words, choices in RULES.items():
            ctl("edit", f"{title}/words", "--every", words)
            group = own_rule(page)
            choose(group, {"Counted from": "its due date", "Unit": "weeks", "Mon": False, "Thu": False})
            choose(group, {"Every": "1", "Ends": "Never", **choices})
            expect(group.get_by_text("Comes back")).to_be_visible()
            group.get_by_role("button", name="Save the rule").click()
            expect(group).to_be_hidden()
            expected = fields(title, "words")["recurrence"]
            until(lambda: fields(title, "page")["recurrence"] == expected,
                  f"{words}: {expected} and not {fields(title, 'page')['recurrence']}")
            shown = page.get_by_role("combobox", name="Repeat", exact=True)
            # The server has anchored the rule: it names its days now.
            expect(theirs.get_by_role("combobox", name="Repeat", exact=True)).to_have_value(
                re.sub("^DTSTART=[^;]*;", "", expected))
            until(lambda: shown.input_value() == re.sub("^DTSTART=[^;]*;", "", expected), "the page shows it, too")
        # The form begins with the present rule.
        group = own_rule(page)
        expect(control(group, "Every")).to_have_value("10")
        expect(control(group, "Counted from")).to_have_value("COMPLETION")


def test_wrong_rules():
    """a rule that cannot be is refused in words at its control, nothing is saved, and what was chosen stays"""
    title = new_list("Wrong rules")
    ctl("add", title, "bins", "--due", "2031-05-05")
    yesterday = (date.today() - timedelta(days=1)).isoformat()
    wrong = [
        ({"Every": "0"}, "Every", "a whole number from 1 to 999"),
        ({"Every": "1", "Ends": "After a number of times", "Times": ""}, "Times", "a whole number from 1 to 9999"),
        ({"Ends": "On a day"}, "Last day", "The last day is missing"),
        ({"Last day": yesterday}, "Last day", "is past"),
        ({"Last day": "2031-05-04"}, "Last day", "before the due date"),
        ({"Ends": "Never", "Unit": "years", "Month": "May"}, "Day", "go together"),
    ]
    with phones("iPhone 13") as [phone]:
        page = open_item(phone.enter(), title, "bins")
        group = own_rule(page)
        for choices, label, reason in wrong:
            choose(group, choices)
            group.get_by_role("button", name="Save the rule").click()
            expect(group.get_by_role("alert")).to_contain_text(reason)
            expect(control(group, label)).to_be_focused()
            expect(control(group, label)).to_have_attribute("aria-invalid", "true")
        assert fields(title, "bins")["recurrence"] == ""
        # What was chosen is kept when the page is closed.
        page.reload()
        expect(control(group, "Month")).to_have_value("5")
        group.get_by_role("button", name="Close").click()
        expect(group).to_be_hidden()
        page.reload()
        expect(page.get_by_label("Title")).to_have_value("bins")
        expect(group).to_be_hidden()


def test_reminders():
    """reminders are added one by one as phlistctl makes them of words, show on another phone, and are removed"""
    title = new_list("Reminders")
    ctl("add", title, "page", "words", "--literal", "--due", "2031-05-05T18:00")
    ctl("edit", f"{title}/words", *[part for words in REMINDERS for part in ("--remind", words)])
    with phones("iPhone 13", "Pixel 7") as [phone, other]:
        page = open_item(phone.enter(), title, "page")
        theirs = open_item(other.enter("ben"), title, "page").get_by_role("group", name="Reminders")
        group = page.get_by_role("group", name="Reminders")
        for choices in REMINDERS.values():
            choose(group, choices)
            group.get_by_role("button", name="Add the reminder").click()
        expected = fields(title, "words")["reminder"]
        until(lambda: fields(title, "page")["reminder"] == expected,
              f"{expected} and not {fields(title, 'page')['reminder']}")
        for words in ("when it is due", "1 day before", "3 weeks before", "1 hour 30 minutes before", "2031"):
            expect(theirs.locator("li", has_text=words)).to_be_visible()
        choose(group, {"Remind": "1 week before"})
        group.get_by_role("button", name="Add the reminder").click()
        expect(group.get_by_role("alert")).to_have_text("An item has at most 5 reminders.")
        group.get_by_role("button", name="Remove: 1 day before").click()
        expect(theirs.locator("li")).to_have_count(4)
        until(lambda: "-P1D," not in fields(title, "page")["reminder"], "the reminder is gone")
        page.get_by_role("link", name="History").click()
        expect(page.get_by_text("3 weeks before, 1 hour 30 minutes before, when it is due").first).to_be_visible()


def test_wrong_reminders():
    """a reminder that cannot be is refused in words at its control, and what was typed stays"""
    title = new_list("Wrong reminders")
    ctl("add", title, "bins")
    wrong = [
        ({"Remind": "1 day before"}, "Remind", "no due date"),
        ({"Remind": "Another time before", "How many": "1000", "Unit": "days"}, "How many", "not more than 999 days"),
        ({"How many": "0"}, "How many", "from 1 on"),
        ({"Remind": "At a day and time"}, "Day and time", "A day and a time are needed"),
        ({"Day and time": "2020-01-01T09:00"}, "Day and time", "is past"),
    ]
    with phones("iPhone 13") as [phone]:
        page = open_item(phone.enter(), title, "bins")
        group = page.get_by_role("group", name="Reminders")
        for choices, label, reason in wrong:
            choose(group, choices)
            group.get_by_role("button", name="Add the reminder").click()
            expect(group.get_by_role("alert")).to_contain_text(reason)
            expect(control(group, label)).to_be_focused()
        page.reload()
        expect(control(group, "Day and time")).to_have_value("2020-01-01T09:00")
        assert fields(title, "bins")["reminder"] == ""


def test_rules_without_a_connection():
    """a rule and a reminder wait like other changes, and are sent later"""
    title = new_list("Rules away")
    ctl("add", title, "bins", "--due", "2031-05-05")
    with phones("Pixel 7") as [phone]:
        page = open_item(phone.enter(), title, "bins")
        phone.context.set_offline(True)
        group = own_rule(page)
        choose(group, {"Every": "4"})
        group.get_by_role("button", name="Save the rule").click()
        page.get_by_role("button", name="Add the reminder").click()
        expect(page.get_by_role("link", name="2 changes waiting")).to_be_visible()
        expect(page.get_by_role("combobox", name="Repeat", exact=True)).to_have_value("FREQ=WEEKLY;INTERVAL=4")
        phone.context.set_offline(False)
        until(lambda: "INTERVAL=4" in fields(title, "bins")["recurrence"], "the rule arrives")
        until(lambda: fields(title, "bins")["reminder"] == "PT0S", "the reminder arrives")


def test_refused_rule():
    """a rule that the daemon refuses is in its form again, with the reason"""
    title = new_list("Refused rule")
    ctl("add", title, "bins", "--due", "2031-05-05")
    refusal = {"schemaVersion": 1, "error": {"code": "invalid", "message": "the rule ends before its first date"}}
    with phones("Pixel 7") as [phone]:
        page = open_item(phone.enter(), title, "bins")
        phone.context.route("**/v1/items", lambda route: route.fulfill(status=400, json=refusal))
        group = own_rule(page)
        choose(group, {"Every": "7"})
        group.get_by_role("button", name="Save the rule").click()
        expect(group.get_by_role("alert")).to_have_text("the rule ends before its first date")
        expect(control(group, "Every")).to_have_value("7")
        expect(page.get_by_role("link", name="not accepted")).to_have_count(0)
        phone.context.unroute("**/v1/items")
        group.get_by_role("button", name="Save the rule").click()
        until(lambda: "INTERVAL=7" in fields(title, "bins")["recurrence"], "the rule arrives")


def record(title, key):
    """The values of a record, by field, as phlistctl shows them."""
    shown = json.loads(ctl("record", "show", title, key, "--json"))
    return {one["name"]: one["value"] for one in shown["records"][0]["fields"]}


def open_form(phone, title):
    phone.go("")
    phone.page.locator(".lists a", has_text=title).first.click()
    expect(phone.page.get_by_label("Find a record")).to_be_visible()
    return phone.page


def edit_record(phone, title, key):
    page = open_form(phone, title)
    page.locator("summary", has_text=key).click()
    page.get_by_role("link", name=f"Edit {key}").click()
    expect(page.get_by_role("heading", name=key, level=1)).to_be_visible()
    expect(page.get_by_role("button", name="Save")).to_be_visible()
    return page


def test_new_record():
    """a record is filled in with controls that fit its fields, and shows on another phone at once"""
    title = new_form("New pets")
    with phones("iPhone 13", "Pixel 7") as [phone, other]:
        theirs = open_form(other.enter(), title)
        page = open_form(phone.enter(), title)
        page.get_by_role("link", name="Add a record").click()
        expect(control(page, "Chip number")).to_be_hidden()
        choose(page, {"Name (required)": "Mia", "Born": "2024-02-29", "Kind": "cat", "Chip": "On"})
        control(page, "Chip number (required)").fill("A12")
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.locator("summary", has_text="Mia")).to_be_visible()
        expect(theirs.locator("summary", has_text="Mia")).to_be_visible()
        assert record(title, "Mia") == {"Name": "Mia", "Born": "2024/02/29", "Vet": "", "Kind": "cat", "Chip": "on",
                                        "Chip number": "A12"}
        page.get_by_role("button", name="Undo").click()
        expect(theirs.locator("summary", has_text="Mia")).to_have_count(0)


def test_edit_record():
    """only what was changed is saved; what others change meanwhile shows, except in a field that is being edited"""
    title = new_form("Edit pets")
    with phones("iPhone 13", "Pixel 7") as [phone, other]:
        page = edit_record(phone.enter(), title, "Rex")
        theirs = open_form(other.enter(), title)
        expect(control(page, "Born")).to_have_value("2021-02-03")
        control(page, "Vet").fill("Dr Wood")
        ctl("record", "save", title, "name=Rex", "vet=Dr Who", "kind=dog", "born=2021/02/04")
        expect(control(page, "Born")).to_have_value("2021-02-04")
        expect(control(page, "Vet")).to_have_value("Dr Wood")
        page.get_by_role("button", name="Save", exact=True).click()
        until(lambda: record(title, "Rex")["Vet"] == "Dr Wood", "the record is saved")
        assert record(title, "Rex")["Born"] == "2021/02/04"
        theirs.locator("summary", has_text="Rex").click()
        expect(theirs.get_by_text("Dr Wood")).to_be_visible()
        # The key can change, too; what was typed first is thought better of.
        page = edit_record(phone, title, "Rex")
        choose(page, {"Vet": "nobody", "Chip": "On"})
        page.get_by_role("button", name="Discard what was typed").click()
        expect(control(page, "Vet")).to_have_value("Dr Wood")
        expect(page.get_by_role("button", name="Discard what was typed")).to_be_hidden()
        control(page, "Name (required)").fill("Rex II")
        control(page, "Chip").select_option(label="Off")
        page.get_by_role("button", name="Save", exact=True).click()
        expect(theirs.locator("summary", has_text="Rex II")).to_be_visible()
        assert record(title, "Rex II")["Chip"] == "off"
        page = edit_record(phone, title, "Rex II")
        page.get_by_role("button", name="Delete").click()
        expect(theirs.get_by_text("There are no records")).to_be_visible()
        page.get_by_role("button", name="Undo").click()
        expect(theirs.locator("summary", has_text="Rex II")).to_be_visible()


def test_refused_record():
    """the daemon's refusals show at the fields that they are about, and nothing that was typed is lost"""
    title = new_form("Wrong pets")
    with phones("iPhone 13") as [phone]:
        page = open_form(phone.enter(), title)
        page.get_by_role("link", name="Add a record").click()
        choose(page, {"Name (required)": "Tom", "Vet": "x" * 1100, "Chip": "On"})
        number = control(page, "Chip number (required)")
        number.fill("A-12")
        page.get_by_role("button", name="Save", exact=True).click()
        expect(number).to_have_attribute("aria-invalid", "true")
        expect(page.get_by_text('takes letters and digits alone, not "A-12"')).to_be_visible()
        expect(page.get_by_text("1100 bytes are too long")).to_be_visible()
        expect(control(page, "Vet")).to_be_focused()
        page.reload()
        expect(number).to_have_value("A-12")
        expect(page.get_by_text("Not saved yet")).to_be_visible()
        number.fill("A12")
        control(page, "Vet").fill("Dr Bell")
        # A record that is there is not changed by the form for a new one.
        control(page, "Name (required)").fill("rex")
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_text("there is a record with this key already")).to_be_visible()
        expect(control(page, "Name (required)")).to_be_focused()
        assert record(title, "Rex")["Chip"] == ""
        control(page, "Name (required)").fill("Tom")
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.locator("summary", has_text="Tom")).to_be_visible()
        assert record(title, "Tom")["Chip number"] == "A12"


def test_record_without_a_connection():
    """without a connection the page of a record says that saving needs one, and what was typed is saved later"""
    title = new_form("Far pets")
    with phones("Pixel 7") as [phone]:
        page = edit_record(phone.enter(), title, "Rex")
        phone.context.set_offline(True)
        expect(page.get_by_text("Records can only be saved with a connection").first).to_be_visible()
        control(page, "Vet").fill("Dr Wood")
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_role("alert").filter(has_text="Not saved: no connection")).to_be_visible()
        expect(control(page, "Vet")).to_have_value("Dr Wood")
        phone.context.set_offline(False)
        expect(page.get_by_text("Records can only be saved with a connection").first).to_be_hidden()
        page.get_by_role("button", name="Save", exact=True).click()
        until(lambda: record(title, "Rex")["Vet"] == "Dr Wood", "the record is saved")


def test_lost_reply():
    """a new record whose reply is lost is saved once, and the second time is not taken for another record"""
    title = new_form("Twice pets")
    with phones("Pixel 7") as [phone]:
        page = open_form(phone.enter(), title)
        page.get_by_role("link", name="Add a record").click()
        choose(page, {"Name (required)": "Mia"})

        def lose(route):
            route.fetch()
            route.abort()

        phone.context.route(re.compile("/v1/records$"), lose)
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_role("alert").filter(has_text="Not saved: no connection")).to_be_visible()
        phone.context.unroute(re.compile("/v1/records$"))
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.locator("summary", has_text="Mia")).to_be_visible()
        assert ctl("record", "ls", title).count("Mia") == 1


def test_lost_record():
    """a record or a form that is removed while it is being edited leaves what was typed, and one line says so"""
    for words in (["record", "rm", "{}", "Rex"], ["form", "rm", "{}"]):
        title = new_form("Lost pets" if words[0] == "record" else "Lost form")
        with phones("Pixel 7") as [phone]:
            page = edit_record(phone.enter(), title, "Rex")
            control(page, "Vet").fill("Dr Wood")
            ctl(*[title if word == "{}" else word for word in words])
            expect(page.get_by_role("alert").filter(has_text=GONE)).to_be_visible()
            page.get_by_role("button", name="Save", exact=True).click()
            expect(page.get_by_role("alert").filter(has_text=GONE)).to_be_visible()
            expect(control(page, "Vet")).to_have_value("Dr Wood")


def test_no_longer_shared():
    """who may no longer see a list finds what they typed in its field, and one line about it"""
    title = new_list("Narrowed")
    ctl("add", title, "tent")
    with phones("Pixel 7") as [phone]:
        page = open_item(phone.enter("ben"), title, "tent")
        note = control(page, "Note")
        note.fill("the green one")
        ctl("unshare", title, "--everyone")
        note.blur()
        expect(page.get_by_role("alert").filter(has_text=GONE)).to_be_visible()
        expect(note).to_have_value("the green one")
        expect(page.get_by_role("link", name="not accepted")).to_have_count(0)
        # The next event shows the phone that the list is gone.
        ctl("add", new_list("Seen"), "marker")
        expect(page.get_by_text("What you typed is not saved")).to_be_visible()
        expect(note).to_have_value("the green one")
        expect(note).to_have_js_property("readOnly", True)
        expect(page.get_by_role("button", name="Delete")).to_be_hidden()


def test_refused_field():
    """what the daemon refuses stays in its field with the reason, and is sent again when it is mended"""
    title = new_list("Refused field")
    ctl("add", title, "tent")
    for status, code, reason in [(403, "not-permitted", "you cannot change this"), (404, "not-found", "it is gone")]:
        refusal = {"schemaVersion": 1, "error": {"code": code, "message": reason}}
        with phones("iPhone 13") as [phone]:
            page = open_item(phone.enter(), title, "tent")
            phone.context.route("**/v1/items", lambda route: route.fulfill(status=status, json=refusal))
            note = control(page, "Note")
            note.fill(f"typed before {status}")
            note.blur()
            expect(page.get_by_role("alert").filter(has_text=f"Not saved: {reason}")).to_be_visible()
            expect(note).to_have_value(f"typed before {status}")
            expect(page.get_by_role("link", name="not accepted")).to_have_count(0)
            ctl("edit", f"{title}/tent", "--note", "by somebody else", "--qty", str(status))
            expect(control(page, "Quantity")).to_have_value(str(status))
            expect(note).to_have_value(f"typed before {status}")
            phone.context.unroute("**/v1/items")
            note.press("End")
            note.press("!")
            note.blur()
            # What somebody else has written is not replaced before it was read.
            expect(page.get_by_role("alert").filter(has_text="by somebody else")).to_be_visible()
            note.press("End")
            note.press("!")
            note.blur()
            expect(page.get_by_role("alert").filter(has_text="Not saved")).to_have_count(0)
            until(lambda: fields(title, "tent")["note"] == f"typed before {status}!!", "the mended text arrives")


def test_purged_item():
    """an item that is permanently removed while it is being edited leaves what was typed, to be copied"""
    title = new_list("Purged")
    ctl("add", title, "tent", "pegs")
    with phones("iPhone 13") as [phone]:
        page = open_item(phone.enter(), title, "tent")
        note = control(page, "Note")
        note.fill("the green one")
        ctl("rm", f"{title}/tent")
        ctl("purge", f"{title}/tent", "--yes")
        note.blur()
        # The phone may have learnt that the item is gone before it sends the note.
        either = page.get_by_text(re.compile(f"{GONE}|What you typed is not saved"))
        expect(either.filter(visible=True).first).to_be_visible()
        expect(note).to_have_value("the green one")


if __name__ == "__main__":
    run(globals())
