"""Changes without a connection: kept, shown, sent in order, once."""

import os
import shutil
import signal
import tempfile

from playwright.sync_api import sync_playwright

from support import (
    ARGS, CHROMIUM, OUT, URL, Phone, browser, ctl, expect, new_list, phones, run, shape, stored, until)


def test_waits_and_is_sent():
    """what is done without a connection shows at once, waits, and is sent in order later"""
    title = new_list("Away")
    ctl("add", title, "bread")
    with phones("iPhone 13") as [phone]:
        page = phone.enter().open_list(title).page
        phone.context.set_offline(True)
        phone.box("bread").click()
        phone.add("milk").add("cheese 200 g")
        expect(phone.row("cheese")).to_contain_text("200 g")
        expect(page.get_by_role("link", name="3 changes waiting")).to_be_visible()
        assert "milk" not in ctl("ls", title)
        phone.context.set_offline(False)
        until(lambda: "cheese" in ctl("ls", title), "the changes arrive")
        assert "bread" not in ctl("ls", title)
        expect(page.get_by_role("link", name="waiting")).to_have_count(0)
        expect(phone.page.locator(".groups .row")).to_have_count(2)
        assert phone.titles()[:2] == ["milk", "cheese"], phone.titles()


def test_changes_of_what_was_added():
    """what was added without a connection is ticked, edited and filled there, too"""
    title = new_list("Chain")
    with phones("Pixel 7") as [phone]:
        page = phone.enter().open_list(title).page
        expect(page.get_by_text("Nothing here yet")).to_be_visible()
        phone.is_installed()
        phone.context.set_offline(True)
        phone.add("tent").add("stove")
        phone.box("stove").click()
        phone.row("tent").get_by_role("link").click()
        note = page.get_by_label("Note", exact=True)
        note.fill("the green one")
        note.blur()
        below = page.get_by_label("Add below this item")
        below.fill("pegs")
        below.press("Enter")
        expect(phone.row("pegs")).to_be_visible()
        until(lambda: stored(page, '"pegs"'), "the changes are stored")
        page.reload()
        expect(page.get_by_label("Note", exact=True)).to_have_value("the green one")
        expect(phone.row("pegs")).to_be_visible()
        phone.context.set_offline(False)
        until(lambda: "pegs" in ctl("ls", title), "the changes arrive")
        shown = ctl("ls", title, "--all", "--json")
        assert "the green one" in shown and '"done"' in shown, shown
        # The page is still that of the item, under its real id.
        expect(page.get_by_label("Title")).to_have_value("tent")
        note.fill("the red one")
        note.blur()
        until(lambda: "the red one" in ctl("ls", title, "--json"), "the item has a real id")
        assert "new-" not in page.url, page.url
        for _ in range(2):
            page.reload()
            expect(page.get_by_label("Title")).to_have_value("tent")


def test_new_list():
    """a list that is made without a connection can be filled there"""
    title = f"Island {os.getpid()}"
    with phones("Pixel 7") as [phone]:
        page = phone.enter().page
        expect(page.get_by_label("Name of a new list")).to_be_visible()
        phone.context.set_offline(True)
        page.get_by_label("Name of a new list").fill(title)
        page.get_by_label("Name of a new list").press("Enter")
        phone.add("coconut")
        phone.context.set_offline(False)
        until(lambda: "coconut" in ctl("ls", title, check=False), "the list and its item arrive")
        expect(page.locator(".row")).to_have_count(1)


def test_opens_without_a_connection():
    """the page opens without a connection, with its lists, and keeps changes across a reload"""
    title = new_list("Cellar")
    ctl("add", title, "potatoes", "onions")
    with phones("iPhone 13") as [phone]:
        page = phone.enter().open_list(title).page
        expect(phone.row("potatoes")).to_be_visible()
        phone.is_installed()
        # What is stored is written a moment after it was shown.
        until(lambda: stored(page, "onions"), "the items are stored")
        phone.context.set_offline(True)
        phone.box("potatoes").click()
        phone.add("apples")
        until(lambda: stored(page, "apples"), "the change is stored")
        page.reload()
        expect(phone.row("onions")).to_be_visible()
        expect(phone.row("apples")).to_be_visible()
        expect(page.get_by_text("Completed (1)")).to_be_visible()
        expect(page.get_by_role("link", name="2 changes waiting")).to_be_visible()
        phone.go("search")
        page.get_by_label("Search").fill("onio")
        expect(phone.row("onions").first).to_be_visible()
        phone.context.set_offline(False)
        until(lambda: "apples" in ctl("ls", title), "the changes arrive")


def test_no_space():
    """a change for which the phone has no space is sent by the page alone"""
    title = new_list("Full")
    with phones("Pixel 7") as [phone]:
        page = phone.enter().open_list(title).page
        page.evaluate("""() => { IDBObjectStore.prototype.put = () => {
            throw new DOMException('full', 'QuotaExceededError') } }""")
        phone.context.set_offline(True)
        phone.add("soap").add("salt")
        expect(page.get_by_text("This phone has no space left").first).to_be_visible()
        expect(page.get_by_role("link", name="2 changes waiting")).to_be_visible()
        phone.context.set_offline(False)
        until(lambda: "salt" in ctl("ls", title) and "soap" in ctl("ls", title), "both arrive")
        expect(page.get_by_role("link", name="waiting")).to_have_count(0)


def test_moved_and_ticked():
    """an item that is moved to another list without a connection is ticked there, and so is one in another spelling"""
    title, target = new_list("Attic"), new_list("Trip")
    ctl("add", title, "--literal", "tent", "Weißbrot")
    ctl("done", f"{title}/Weißbrot")
    with phones("Pixel 7") as [phone]:
        page = phone.enter().open_list(title).page
        expect(phone.row("tent")).to_be_visible()
        phone.is_installed()
        phone.context.set_offline(True)
        phone.add("Weissbrot")
        phone.box("Weissbrot").click()
        phone.row("tent").get_by_role("link").click()
        page.get_by_role("combobox", name="List", exact=True).select_option(label=target)
        phone.box("tent").click()
        phone.context.set_offline(False)
        until(lambda: "tent  done" in ctl("ls", target, "--all"), "the tick arrives")
        until(lambda: "Weißbrot  done" in ctl("ls", title, "--all"), "the other tick arrives")
        expect(page.get_by_role("link", name="waiting")).to_have_count(0)


def test_killed_browser():
    """a browser that is killed right after a change has lost neither the change nor what was being typed"""
    title = new_list("Killed")
    profile = tempfile.mkdtemp(prefix="phlist-profile-")
    try:
        with sync_playwright() as playwright:
            phone = persistent(playwright, profile)
            phone.enter().open_list(title)
            phone.is_installed()
            phone.context.set_offline(True)
            phone.add("survivor")
            expect(phone.row("survivor")).to_be_visible()
            until(lambda: stored(phone.page, "survivor"), "the change is stored")
            phone.page.get_by_label("Add items").fill("half a tho")
            address, cookies = phone.page.url, phone.context.cookies()
            until(lambda: drafts_on_disk(profile), "the browser has written what was typed")
            kill(profile)
        with sync_playwright() as playwright:
            phone = persistent(playwright, profile)
            # Chromium writes cookies only every half a minute.
            phone.context.add_cookies(cookies)
            phone.page.goto(address)
            expect(phone.page.get_by_label("Add items")).to_have_value("half a tho")
            until(lambda: "survivor" in ctl("ls", title), "the change arrives after all")
            assert ctl("ls", title).count("survivor") == 1
            expect(phone.page.locator(".row")).to_have_count(1)
            phone.context.close()
    finally:
        shutil.rmtree(profile, ignore_errors=True)


def test_reload_at_once():
    """a page that is reloaded right after the key that adds has the item, or still the text"""
    title = new_list("Haste")
    with phones("Pixel 7") as [phone]:
        page = phone.enter().open_list(title).page
        expect(page.get_by_text("Nothing here yet")).to_be_visible()
        phone.is_installed()
        until(lambda: stored(page, title), "the list is stored")
        phone.context.set_offline(True)
        for name in ("first", "second", "third"):
            field = page.get_by_label("Add items")
            field.fill(name)
            # Without a pause, not even for the next statement of this test.
            with page.expect_navigation():
                page.evaluate("document.querySelector('.addbar').requestSubmit(); location.reload()")
            until(lambda: phone.row(name).count() or field.input_value() == name, "the item, or the text of it")


def persistent(playwright, profile):
    return Phone(playwright.chromium.launch_persistent_context(
        profile, executable_path=CHROMIUM, args=ARGS, **shape(playwright, "Pixel 7")))


def drafts_on_disk(profile):
    """Whether the browser has written the draft to its profile; it collects such writes for a few seconds."""
    folder = os.path.join(profile, "Default", "Local Storage", "leveldb")
    for name in os.listdir(folder) if os.path.isdir(folder) else []:
        with open(os.path.join(folder, name), "rb") as file:
            content = file.read()
        if b"half a tho" in content or "half a tho".encode("utf-16-le") in content:
            return True
    return False


def kill(profile):
    """Kills the processes of one browser, which are those that name its profile."""
    for number in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{number}/cmdline", "rb") as file:
                if f"--user-data-dir={profile}".encode() in file.read():
                    os.kill(int(number), signal.SIGKILL)
        except (FileNotFoundError, ProcessLookupError):
            continue


def test_lost_reply():
    """a change whose reply is lost is sent again with the same key, and counts once"""
    title = new_list("Once")
    ctl("add", title, "sugar", "--qty", "1 kg")
    keys = []

    def lose(route):
        if route.request.method != "POST" or len(keys) > 2:
            return route.continue_()
        keys.append(route.request.headers["idempotency-key"])
        route.fetch()
        return route.abort()

    with phones("desktop", service_workers="block") as [phone]:
        phone.enter().open_list(title)
        expect(phone.row("sugar")).to_be_visible()
        phone.context.route("**/v1/items", lose)
        phone.add("coffee")
        # Asking the page lets the handler above run.
        until(lambda: phone.page.title() and len(keys) == 3, "the change is tried again")
        expect(phone.page.get_by_role("link", name="waiting")).to_have_count(0)
        assert len(set(keys)) == 1, keys
        assert ctl("ls", title).count("coffee") == 1
        expect(phone.row("coffee")).to_have_count(1)


def test_two_pages():
    """two pages of one phone send each change once"""
    title = new_list("Tabs")
    sent = []
    with browser() as (playwright, chromium):
        context = chromium.new_context(**shape(playwright, "desktop"), service_workers="block")
        phone = Phone(context)
        phone.enter().open_list(title)
        other = Phone.__new__(Phone)
        other.context, other.page, other.faults = context, context.new_page(), []
        other.page.goto(phone.page.url)
        expect(other.page.get_by_text("Nothing here yet")).to_be_visible()
        context.on("response", lambda response: response.request.method == "POST"
                   and sent.append(response.request.headers["idempotency-key"]))
        context.set_offline(True)
        phone.add("left")
        other.add("right")
        expect(phone.row("right")).to_be_visible()
        expect(other.row("left")).to_be_visible()
        context.set_offline(False)
        until(lambda: "left" in ctl("ls", title) and "right" in ctl("ls", title), "both changes arrive")
        for page in (phone.page, other.page):
            expect(page.get_by_role("link", name="waiting")).to_have_count(0)
            expect(page.locator(".groups .row")).to_have_count(2)
        assert len(sent) == len(set(sent)) == 2, sent


def test_refused():
    """a change that is refused is shown with the reason, and can be mended or discarded"""
    title = new_list("Refused")
    ctl("add", title, "gone")
    with phones("Pixel 7") as [phone]:
        page = phone.enter().open_list(title).page
        phone.context.set_offline(True)
        phone.add("x" * 1500)
        phone.add("fine")
        phone.context.set_offline(False)
        until(lambda: "fine" in ctl("ls", title), "the change after it arrives")
        page.get_by_role("link", name="1 change not accepted").click()
        expect(page.get_by_text("1,024").or_(page.get_by_text("1024")).first).to_be_visible()
        field = page.get_by_label("title", exact=True)
        field.fill("shorter")
        field.blur()
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_text("Everything has been sent")).to_be_visible()
        until(lambda: "shorter" in ctl("ls", title), "the mended change arrives")


def test_replaced_meanwhile():
    """what is typed without a connection does not replace what somebody else has written meanwhile unseen"""
    title = new_list("Notes")
    ctl("add", title, "key", "--note", "line one")
    with phones("Pixel 7") as [phone]:
        page = phone.enter().open_list(title).page
        phone.row("key").get_by_role("link").click()
        note = page.get_by_label("Note", exact=True)
        expect(note).to_have_value("line one")
        phone.is_installed()
        phone.context.set_offline(True)
        note.fill("line one, bring key")
        note.blur()
        until(lambda: stored(page, "bring key"), "the change is stored")
        page.go_back()
        ctl("edit", f"{title}/key", "--note", "line one, door code 4711")
        phone.context.set_offline(False)
        page.get_by_role("link", name="1 change not accepted").click()
        expect(page.get_by_text("door code 4711").first).to_be_visible()
        assert "door code 4711" in ctl("show", f"{title}/key")
        mended = page.get_by_label("note", exact=True)
        mended.fill("line one, door code 4711, bring key")
        mended.blur()
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_text("Everything has been sent")).to_be_visible()
        until(lambda: "4711, bring key" in ctl("show", f"{title}/key"), "the mended note arrives")


def test_refused_text_is_held():
    """a text that is refused stays in its field, and leaving the page or typing twice replaces nothing unseen"""
    title = new_list("Held")
    ctl("add", title, "key", "--note", "line one")
    with phones("Pixel 7") as [phone]:
        page = phone.enter().open_list(title).page
        phone.row("key").get_by_role("link").click()
        note = page.get_by_label("Note", exact=True)
        expect(note).to_have_value("line one")
        phone.is_installed()
        phone.context.set_offline(True)
        for text in ["line one, key", "line one, key and lamp"]:
            note.fill(text)
            note.blur()
        until(lambda: stored(page, "key and lamp"), "the changes are stored")
        ctl("edit", f"{title}/key", "--note", "line one, door code 4711")
        phone.context.set_offline(False)
        expect(page.get_by_role("alert").filter(has_text="4711")).to_be_visible()
        expect(note).to_have_value("line one, key and lamp")
        expect(page.get_by_role("link", name="not accepted")).to_have_count(0)
        note.focus()
        page.go_back()
        expect(phone.row("key")).to_be_visible()
        phone.row("key").get_by_role("link").click()
        expect(note).to_have_value("line one, key and lamp")
        assert "door code 4711" in ctl("show", f"{title}/key")


def test_texts_of_one_person():
    """a text that one person changes twice without a connection is no conflict, whatever became of the first change"""
    title = new_list("Twice")
    ctl("add", title, "tea", "--qty", "2")
    with phones("Pixel 7") as [phone]:
        page = phone.enter().open_list(title).page
        phone.row("tea").get_by_role("link").click()
        phone.is_installed()
        amount, note = page.get_by_label("Quantity"), page.get_by_label("Note", exact=True)
        phone.context.set_offline(True)
        for text in ["green", "green or black"]:
            note.fill(text)
            note.blur()
        for text in ["+1", "7"]:
            amount.fill(text)
            amount.blur()
        address = page.get_by_label("Web page")
        for text in ["no address", "https://example.org/tea"]:
            address.fill(text)
            address.blur()
        until(lambda: stored(page, "example.org/tea"), "the changes are stored")
        phone.context.set_offline(False)
        until(lambda: "green or black" in ctl("show", f"{title}/tea"), "the second note arrives")
        until(lambda: '"quantity":"7"' in ctl("show", f"{title}/tea", "--json"), "the second amount arrives")
        until(lambda: "example.org/tea" in ctl("show", f"{title}/tea"), "the second address arrives")
        expect(page.get_by_role("link", name="waiting")).to_have_count(0)
        expect(page.get_by_role("alert").filter(has_text="Not saved")).to_have_count(0)
        expect(page.get_by_role("link", name="not accepted")).to_have_count(0)


def test_discard():
    """a change that waits can be discarded, with those that need it"""
    title = new_list("Discard")
    with phones("Pixel 7") as [phone]:
        page = phone.enter().open_list(title).page
        expect(page.get_by_text("Nothing here yet")).to_be_visible()
        phone.is_installed()
        phone.context.set_offline(True)
        phone.add("mistake")
        phone.box("mistake").click()
        page.get_by_role("link", name="2 changes waiting").click()
        page.get_by_role("button", name="Discard").first.click()
        expect(page.get_by_text("Everything has been sent")).to_be_visible()
        phone.context.set_offline(False)
        ctl("add", title, "marker")
        phone.open_list(title)
        expect(phone.row("marker")).to_be_visible()
        assert "mistake" not in ctl("ls", title, "--all")


def test_drafts():
    """text in the add field and in the fields of an item is kept when the page is closed"""
    title = new_list("Drafts")
    ctl("add", title, "tea")
    with phones("Pixel 7") as [phone]:
        page = phone.enter().open_list(title).page
        page.get_by_label("Add items").fill("not yet\ndone")
        phone.row("tea").get_by_role("link").click()
        page.get_by_label("Note", exact=True).fill("half a no")
        address = page.url
        # The page is closed as a system closes it: without a word.
        page.close(run_before_unload=False)
        phone.page = phone.context.new_page()
        phone.page.goto(address)
        expect(phone.page.get_by_label("Note", exact=True)).to_have_value("half a no")
        # A browser that takes the focus from a field before it closes the page has saved it already.
        until(lambda: phone.page.get_by_role("button", name="Save").is_visible()
              or "half a no" in ctl("ls", title, "--json"), "the draft is offered, or was saved")
        if phone.page.get_by_role("button", name="Save").is_visible():
            phone.page.get_by_role("button", name="Save").click()
        until(lambda: "half a no" in ctl("ls", title, "--json"), "the note arrives")
        phone.open_list(title)
        expect(phone.page.get_by_label("Add items")).to_have_value("not yet\ndone")


def test_old_address():
    """a draft, and an address from before an item was sent, belong to the item after that"""
    title = new_list("Renamed")
    with phones("Pixel 7") as [phone]:
        page = phone.enter().open_list(title).page
        expect(page.get_by_text("Nothing here yet")).to_be_visible()
        phone.is_installed()
        until(lambda: stored(page, title), "the list is stored")
        phone.context.set_offline(True)
        phone.add("boots")
        until(lambda: stored(page, "boots"), "the change is stored")
        phone.row("boots").get_by_role("link").click()
        page.get_by_label("Note", exact=True).fill("half a no")
        address = page.url
        assert "new-" in address, address
        phone.context.set_offline(False)
        until(lambda: "boots" in ctl("ls", title), "the item arrives")
        until(lambda: "new-" not in page.evaluate("location.hash"), "the address is the real one")
        page.close(run_before_unload=False)
        phone.page = phone.context.new_page()
        phone.page.goto(address)
        expect(phone.page.get_by_label("Title")).to_have_value("boots")
        expect(phone.page.get_by_label("Note", exact=True)).to_have_value("half a no")


def test_photo_waits():
    """a photo that is taken without a connection shows, survives a reload, and is sent later"""
    title = new_list("Snap")
    ctl("add", title, "shelf")
    path = os.path.join(OUT, "snap.png")
    os.system(f"vips gaussnoise '{path}' 800 600 --mean 128")
    with phones("iPhone 13") as [phone]:
        page = phone.enter().open_list(title).page
        phone.row("shelf").get_by_role("link").click()
        expect(page.get_by_label("Title")).to_have_value("shelf")
        phone.is_installed()
        until(lambda: stored(page, "shelf"), "the item is stored")
        phone.context.set_offline(True)
        page.locator("input[type=file]").set_input_files(path)
        expect(page.get_by_role("button", name="Show the photo")).to_be_visible()
        page.reload()
        expect(page.get_by_role("button", name="Show the photo")).to_be_visible()
        phone.context.set_offline(False)
        until(lambda: '"width"' in ctl("ls", title, "--json"), "the photo arrives")


def test_without_service_worker():
    """where no service worker can be installed, the outbox works all the same while the page is open"""
    title = new_list("Plain")
    with phones("desktop", service_workers="block") as [phone]:
        phone.enter().open_list(title)
        expect(phone.page.get_by_text("Nothing here yet")).to_be_visible()
        phone.context.set_offline(True)
        phone.add("later")
        expect(phone.page.get_by_role("link", name="1 change waiting")).to_be_visible()
        phone.context.set_offline(False)
        until(lambda: "later" in ctl("ls", title), "the change arrives")
        phone.page.goto(URL)
        expect(phone.page.get_by_role("heading", name="Overview")).to_be_visible()


if __name__ == "__main__":
    run(globals())
