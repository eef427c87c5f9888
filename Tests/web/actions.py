"""What a person does with lists and items."""

import os
import re
import subprocess
from datetime import date, timedelta

from support import OUT, ctl, expect, new_form, new_list, phones, quoted, run, until


def picture(name="photo.png", size="2400x1200"):
    """Makes a picture that is larger than a photo may be."""
    path = os.path.join(OUT, name)
    subprocess.run(["vips", "gaussnoise", path, *size.split("x"), "--mean", "128"], check=True)
    return path


def test_tick_and_undo():
    """an item is ticked, and the message takes that back"""
    title = new_list("Ticks")
    ctl("add", title, "bread", "butter")
    with phones("iPhone 13") as [phone]:
        phone.enter().open_list(title)
        phone.box("bread").click()
        expect(phone.page.get_by_text("Completed (1)")).to_be_visible()
        until(lambda: "[x]" in ctl("ls", title, "--all"), "the tick arrives")
        phone.page.get_by_role("button", name="Undo").click()
        expect(phone.box("bread")).not_to_be_checked()
        until(lambda: "[x]" not in ctl("ls", title, "--all"), "the undo arrives")


def test_undo_of_something_else():
    """undo takes back what its message is about, and nothing that the same person did since"""
    title = new_list("Else")
    ctl("add", title, "--literal", "milk")
    with phones("Pixel 7") as [phone]:
        phone.enter().open_list(title).add("cheese")
        until(lambda: "cheese" in ctl("ls", title), "the item arrives")
        ctl("edit", f"{title}/milk", "--note", "fresh", "--as", "ann")
        phone.page.get_by_role("button", name="Undo").click()
        expect(phone.page.get_by_text("Something else was changed since")).to_be_visible()
        assert "fresh" in ctl("ls", title, "--json") and "cheese" in ctl("ls", title)


def test_untick():
    """a completed item is reopened"""
    title = new_list("Reopen")
    ctl("add", title, "bread")
    ctl("done", f"{title}/bread")
    with phones("Pixel 7") as [phone]:
        phone.enter().open_list(title)
        phone.page.get_by_text("Completed (1)").click()
        phone.box("bread").click()
        until(lambda: "[ ]" in ctl("ls", title), "the item is open again")


def test_quick_entry():
    """words at the end are understood, shown before, and kept in quotation marks"""
    title = new_list("Quick")
    with phones("iPhone 13") as [phone]:
        phone.enter().open_list(title)
        field = phone.page.get_by_label("Add items")
        field.fill("milk 2 l #dairy @ben tomorrow !")
        chips = phone.page.locator(".chip")
        expect(chips).to_have_text(["milk", "2 l", "due tomorrow", "@ben", "high priority", "#dairy"])
        field.press("Enter")
        phone.add('"tea 2 l"')
        until(lambda: "tea 2 l" in ctl("ls", title), "both arrive")
        shown = ctl("ls", title, "--json")
        tomorrow = (date.today() + timedelta(days=1)).isoformat()
        for part in ['"quantity":"2 l"', f'"due":"{tomorrow}"', '"assignee":"ben"', '"priority":"high"', '"tea 2 l"']:
            assert part in re.sub(r"\s*:\s*", ":", shown), part


def test_paste():
    """pasted lines become items, without their bullets, as one change that one undo takes back"""
    title = new_list("Paste")
    with phones("Pixel 7") as [phone]:
        phone.enter().open_list(title)
        phone.page.get_by_label("Add items").fill("- [ ] flour\n* sugar 2 kg\n3. eggs\n\n")
        expect(phone.page.locator(".chip")).to_have_text("3 items")
        phone.page.get_by_role("button", name="Add", exact=True).click()
        expect(phone.page.locator(".row")).to_have_count(3)
        until(lambda: "sugar 2 kg" in ctl("ls", title), "the lines arrive")
        assert phone.titles() == ["flour", "sugar 2 kg", "eggs"], phone.titles()
        phone.page.get_by_role("button", name="Undo").click()
        expect(phone.page.locator(".row")).to_have_count(0)


def test_paste_of_too_much():
    """more lines than are added at once stay where they are, with the reason"""
    title = new_list("Long")
    with phones("Pixel 7") as [phone]:
        phone.enter().open_list(title)
        field = phone.page.get_by_label("Add items")
        field.fill("\n".join(f"line {number}" for number in range(501)))
        phone.page.get_by_role("button", name="Add", exact=True).click()
        expect(phone.page.get_by_text("501 lines at once, 500 at most")).to_be_visible()
        assert field.input_value().endswith("line 500") and "line" not in ctl("ls", title)


def test_fields():
    """all fields of an item are edited on its page"""
    title = new_list("Fields")
    ctl("section", "add", title, "Dairy")
    ctl("add", title, "milk")
    with phones("iPhone 13") as [phone]:
        page = phone.enter().open_list(title).page
        phone.row("milk").get_by_role("link").click()
        # The day that a rule begins on is that of the item, so the date comes first.
        for label, value in [("Title", "oat milk"), ("Quantity", "2 l"), ("Due", "2031-05-04"), ("Time", "18:30"),
                             ("Tags", "cold vegan"), ("Note", "the blue one"), ("Web page", "https://example.org/a"),
                             ("Location", "corner shop")]:
            field = page.get_by_label(label, exact=True)
            field.fill(value)
            field.blur()
        for label, choice in [("Repeat", "every week"), ("For", "ben"), ("Priority", "High"), ("Section", "Dairy")]:
            page.get_by_role("combobox", name=label, exact=True).select_option(label=choice)
        page.get_by_role("combobox", name="Remind", exact=True).select_option(label="1 day before")
        page.get_by_role("button", name="Add the reminder").click()
        expect(page.get_by_role("link", name="Open the web page")).to_have_attribute("href", "https://example.org/a")
        page.get_by_label("ann", exact=True).check()
        page.get_by_label("ben", exact=True).check()

        def arrived():
            shown = re.sub(r"\s*:\s*", ":", ctl("ls", title, "--json"))
            parts = ['"title":"oat milk"', '"quantity":"2 l"', '"due":"2031-05-04T18:30"', '"note":"the blue one"',
                     '"assignee":"ben"', '"priority":"high"', '"section":"Dairy"', '"reminder":"-P1D"', "FREQ=WEEKLY",
                     '"rotation":"ann', "vegan", "example.org",
                     '"location":"corner shop"']
            return all(part in shown for part in parts)

        until(arrived, "all fields arrive")
        page.get_by_label("Due", exact=True).fill("")
        page.get_by_label("Due", exact=True).blur()
        page.get_by_role("combobox", name="Repeat", exact=True).select_option(label="Never")
        page.get_by_role("button", name="Remove: 1 day before").click()
        until(lambda: "2031" not in ctl("ls", title, "--json"), "the date is gone")


def test_delete_and_restore():
    """an item is deleted and restored from the trash; another one is cancelled"""
    title = new_list("Trash")
    ctl("add", title, "jam", "honey")
    with phones("Pixel 7") as [phone]:
        page = phone.enter().open_list(title).page
        phone.row("jam").get_by_role("link").click()
        page.get_by_role("button", name="Delete").click()
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        expect(phone.row("jam")).to_have_count(0)
        until(lambda: "jam" not in ctl("ls", title), "the item is in the trash")
        phone.go("trash")
        page.get_by_role("button", name="Restore jam").first.click()
        until(lambda: "jam" in ctl("ls", title), "the item is back")
        phone.open_list(title)
        phone.row("honey").get_by_role("link").click()
        page.get_by_role("button", name="Cancel").click()
        until(lambda: "[-]" in ctl("ls", title, "--all") or "honey" not in ctl("ls", title), "the item is cancelled")
        expect(page.get_by_role("button", name="Reopen")).to_be_visible()


def test_reorder():
    """items are reordered by buttons and by dragging, also into another section"""
    title = new_list("Order")
    ctl("section", "add", title, "Later")
    ctl("add", title, "one", "two", "three")
    ctl("add", f"{title}/Later", "four")
    with phones("desktop") as [phone]:
        page = phone.enter().open_list(title).page
        page.get_by_role("button", name="Reorder").click()
        page.get_by_role("button", name="Move down one").click()
        expect(page.get_by_role("button", name="Move down one")).to_be_focused()
        until(lambda: phone.titles() == ["two", "one", "three", "four"], "the row moved")
        order = lambda: re.findall(r"\b(one|two|three|four)\b", ctl("ls", title))
        until(lambda: order() == ["two", "one", "three", "four"], "the order arrives")
        drag(page, phone.row("two"), phone.row("four"))
        until(lambda: order() == ["one", "three", "four", "two"], "the drag arrives")
        assert '"Later"' in ctl("ls", title, "--json").split('"two"')[0][-900:] or order()[-1] == "two"
        until(lambda: phone.titles() == ["one", "three", "four", "two"], "the row stays where it was dropped")


def drag(page, row, target):
    """Drags a row by its handle to the lower half of another one."""
    start, end = row.locator(".handle").bounding_box(), target.bounding_box()
    page.mouse.move(start["x"] + 10, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(end["x"] + 200, end["y"] + end["height"] / 2, steps=8)
    page.mouse.move(end["x"] + 200, end["y"] + end["height"] - 4, steps=4)
    page.mouse.up()


def test_photo():
    """a photo is made small in the browser, shown, and removed"""
    title = new_list("Photos")
    ctl("add", title, "stove")
    with phones("Pixel 7") as [phone]:
        page = phone.enter().open_list(title).page
        phone.row("stove").get_by_role("link").click()
        page.locator("input[type=file]").set_input_files(picture())
        until(lambda: "1600" in ctl("photo", "show", f"{title}/stove", check=False)
              or "1600" in ctl("ls", title, "--json"), "the photo arrives, 1600 pixels wide")
        page.get_by_role("button", name="Show the photo").click()
        expect(page.get_by_role("dialog").get_by_role("img")).to_be_visible()
        page.keyboard.press("Escape")
        phone.open_list(title)
        thumbnail = phone.row("stove").locator("img")
        expect(thumbnail).to_be_visible()
        until(lambda: thumbnail.evaluate("(image) => image.naturalWidth > 0"), "the thumbnail is drawn")
        phone.row("stove").get_by_role("link").click()
        page.get_by_role("button", name="Remove the photo").click()
        until(lambda: '"hasPhoto":true' not in re.sub(r"\s*:\s*", ":", ctl("ls", title, "--json")), "the photo is gone")


def test_items_below():
    """items are added below another one, and shown there"""
    title = new_list("Below")
    ctl("add", title, "cake")
    with phones("iPhone 13") as [phone]:
        page = phone.enter().open_list(title).page
        phone.row("cake").get_by_role("link").click()
        field = page.get_by_label("Add below this item")
        field.fill("eggs x6")
        field.press("Enter")
        expect(phone.row("eggs")).to_be_visible()
        until(lambda: "eggs" in ctl("ls", title), "the item arrives")
        assert '"depth" : 1' in ctl("ls", title, "--json") or '"depth":1' in ctl("ls", title, "--json")


def test_lists():
    """a list is made, renamed, gets sections, and is deleted"""
    title = f"Made here {os.getpid()}"
    with phones("Pixel 7") as [phone]:
        page = phone.enter().page
        page.get_by_label("Name of a new list").fill(title)
        page.get_by_label("Name of a new list").press("Enter")
        phone.add("first")
        until(lambda: "first" in ctl("ls", title, check=False), "the list and its item arrive")
        phone.open_list(title)
        page.get_by_role("link", name="About this list").click()
        page.get_by_label("Name of a new section").fill("Dairy")
        page.get_by_role("button", name="Add the section").click()
        expect(page.get_by_label("Name of the section Dairy")).to_be_visible()
        page.get_by_label("Name", exact=True).fill(f"{title} b")
        page.get_by_label("Name", exact=True).blur()
        until(lambda: f"{title} b" in ctl("list", "ls"), "the name arrives")
        page.get_by_role("button", name="Delete").click()
        expect(page.get_by_role("heading", name="Overview")).to_be_visible()
        until(lambda: f"{title} b" not in ctl("list", "ls"), "the list is in the trash")
        phone.go("trash")
        page.get_by_role("button", name=f"Restore {title} b").click()
        until(lambda: f"{title} b" in ctl("list", "ls"), "the list is back")


def test_sharing():
    """a private list is shared with somebody, who accepts on their phone"""
    title = f"Gift {os.getpid()}"
    with phones("iPhone 13", "Pixel 7") as [anns, bens]:
        page = anns.enter("ann").page
        page.get_by_label("Name of a new list").fill(title)
        page.get_by_label("Only I see it").check()
        page.get_by_label("Name of a new list").press("Enter")
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        until(lambda: title in ctl("list", "ls"), "the list arrives")
        bens.enter("ben")
        expect(bens.page.get_by_text(title)).to_have_count(0)
        page.get_by_role("link", name="About this list").click()
        page.get_by_role("button", name="Invite ben").click()
        expect(page.locator(".split", has_text="ben")).to_contain_text("invited")
        bens.page.reload()
        bens.page.locator(".card", has_text=title).get_by_role("button", name="Accept").click()
        expect(bens.page.locator(".lists a", has_text=title)).to_be_visible()


def test_search():
    """search finds titles, notes and tags in all lists, open and completed"""
    title = new_list("Search")
    ctl("add", title, "Crème brûlée", "zucchini", "leeks")
    ctl("edit", f"{title}/leeks", "--note", "for the zuppa")
    ctl("done", f"{title}/zucchini")
    with phones("desktop") as [phone]:
        page = phone.enter().go("search").page
        page.get_by_label("Search").fill("creme bru")
        expect(phone.row("Crème brûlée").first).to_be_visible()
        page.get_by_label("Search").fill("zu")
        expect(phone.row("zucchini").first).to_be_visible()
        expect(phone.row("leeks").first).to_be_visible()


def test_history():
    """the history of an item says who did what"""
    title = new_list("Past")
    ctl("add", title, "lamp")
    ctl("edit", f"{title}/lamp", "--qty", "2")
    with phones("Pixel 7") as [phone]:
        page = phone.enter().open_list(title).page
        phone.row("lamp").get_by_role("link").click()
        page.get_by_role("link", name="History").click()
        expect(page.get_by_text("added “lamp”")).to_be_visible()
        expect(page.get_by_text("quantity 2")).to_be_visible()


def test_shopping_mode():
    """in shopping mode the whole row ticks, ticked items sink, and a counter counts"""
    title = new_list("Shop")
    ctl("add", title, "apples", "bread", "cheese")
    with phones("iPhone 13") as [phone]:
        page = phone.enter().open_list(title).page
        page.get_by_role("link", name="Shopping mode").click()
        expect(page.locator(".counter")).to_have_text("0 of 3")
        phone.row("bread").click()
        expect(page.locator(".counter")).to_have_text("1 of 3")
        until(lambda: phone.titles() == ["apples", "cheese", "bread"], "the ticked item sinks")
        box = phone.row("apples").bounding_box()
        assert box["height"] >= 60, box
        until(lambda: "bread" not in ctl("ls", title), "the tick arrives")


def test_screen_stays_on():
    """in shopping mode the screen stays on, and no longer after it"""
    title = new_list("Awake")
    ctl("add", title, "apples")
    with phones("iPhone 13") as [phone]:
        phone.context.add_init_script("""window.locks = []
            if (navigator.wakeLock) navigator.wakeLock.request = async () => { window.locks.push('taken')
                return { release: () => window.locks.push('released') } }""")
        page = phone.enter().open_list(title).page
        page.get_by_role("link", name="Shopping mode").click()
        until(lambda: page.evaluate("window.locks") == ["taken"], "the screen is kept on")
        page.get_by_role("button", name="Leave shopping mode").click()
        until(lambda: page.evaluate("window.locks") == ["taken", "released"], "the screen may go off")


def test_conflict():
    """a conflict is shown with its values, and settled by a choice"""
    conflict = {"kind": "item", "id": "k" * 16, "title": "rye bread", "field": "title", "values": [
        {"value": "rye bread", "by": "ben", "at": 1795280592000}, {"value": "white", "by": "ann", "at": 1795280590000}]}
    sent = []

    def answer(route):
        if route.request.method == "POST":
            sent.append(route.request.post_data_json)
            return route.fulfill(json={"schemaVersion": 1, "change": {}})
        return route.fulfill(json={"schemaVersion": 1, "conflicts": [conflict]})

    with phones("Pixel 7") as [phone]:
        phone.context.route("**/v1/conflicts", answer)
        page = phone.enter().go("conflicts").page
        page.get_by_role("button", name="white").click()
        until(lambda: page.title() and sent, "the choice is sent")
        assert sent == [{"of": "k" * 16, "field": "title", "value": "white"}], sent


def test_records():
    """the records of a form are found and shown"""
    title = new_form("Pets")
    with phones("desktop") as [phone]:
        page = phone.enter().page
        page.locator(".lists a", has_text=title).click()
        page.get_by_label("Find a record").fill("bell")
        page.locator("summary", has_text="Rex").click()
        expect(page.get_by_text("2021/02/03")).to_be_visible()


def test_due_and_filters():
    """the overview shows what is due today and overdue, and saved filters"""
    title = new_list("Due")
    ctl("add", title, "library", "--due", "yesterday")
    ctl("filter", "rm", "books", check=False)
    ctl("filter", "save", "books", title)
    with phones("Pixel 7") as [phone]:
        page = phone.enter().page
        expect(page.get_by_role("heading", name="Due today and overdue")).to_be_visible()
        page.get_by_role("link", name="books", exact=True).click()
        expect(phone.row("library")).to_be_visible()
        phone.go("due")
        expect(phone.row("library").first).to_be_visible()


def test_words_of_filters():
    """a saved filter with words for days shows the same items as phlistctl"""
    title = new_list("Days")
    words = ["next week", "next month", "yesterday", "weekend", "sun", "+3d", "2w", "tomorrow", "fri"]
    for day in range(-1, 45):
        ctl("add", title, "--literal", f"day {day}", f"--due={day}d")
    for number, text in enumerate(words):
        ctl("filter", "rm", f"due {number}", check=False)
        ctl("filter", "save", f"due {number}", title, "--due", text)
    with phones("Pixel 7") as [phone]:
        phone.enter()
        for number, text in enumerate(words):
            shown = sorted(re.findall(r'"title":"(day [-0-9]+)"', ctl("ls", "--filter", f"due {number}", "--json")))
            phone.go(f"filter/{quoted(f'due {number}')}")
            expect(phone.page.locator(".row .title")).to_have_count(len(shown))
            assert sorted(phone.titles()) == shown, (text, shown, phone.titles())


def test_keyboard():
    """everything in a list can be reached and ticked by keyboard, and the focus goes on"""
    title = new_list("Keys")
    ctl("add", title, "first", "second", "third")
    with phones("desktop") as [phone]:
        page = phone.enter().open_list(title).page
        phone.box("first").focus()
        page.keyboard.press("Tab")
        expect(phone.row("first").get_by_role("link")).to_be_focused()
        page.keyboard.press("Tab")
        page.keyboard.press("Space")
        expect(page.get_by_text("Completed (1)")).to_be_visible()
        expect(phone.box("third")).to_be_focused()
        page.keyboard.press("Control+z")
        expect(phone.box("second")).to_be_visible()


def test_hostile_text():
    """text of others is text, wherever it is shown"""
    title = new_list("<img src=x onerror=alert(1)>")
    ctl("add", title, "--literal", "<script>document.title='owned'</script><b>bold</b>", "--url",
        "https://example.org/\"><script>")
    with phones("desktop") as [phone]:
        phone.page.on("dialog", lambda dialog: (_ for _ in ()).throw(AssertionError(dialog.message)))
        page = phone.enter().open_list(title).page
        expect(phone.page.locator(".row .title")).to_have_text("<script>document.title='owned'</script><b>bold</b>")
        phone.page.locator(".row a").click()
        expect(page.get_by_label("Title")).to_have_value("<script>document.title='owned'</script><b>bold</b>")
        phone.go("history")
        expect(page.locator(".history")).to_contain_text("<b>bold</b>")
        assert page.locator("main b, main img, main script").count() == 0
        assert "owned" not in page.title()


if __name__ == "__main__":
    run(globals())
