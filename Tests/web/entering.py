"""Getting in and out."""

from support import URL, browser, code_for, ctl, expect, new_list, phones, run, shape, Phone


def test_code_of_the_address():
    """a phone gets in with the code of the address, which leaves the address bar at once"""
    with phones("iPhone 13") as [phone]:
        phone.page.goto(f"{URL}/#enter={code_for('ann')}")
        expect(phone.page.get_by_role("heading", name="Welcome")).to_be_visible()
        assert "enter" not in phone.page.url, phone.page.url
        expect(phone.page.get_by_label("Name of this phone")).to_have_value("iPhone")
        phone.page.get_by_role("button", name="Continue").click()
        expect(phone.page.get_by_role("heading", name="Overview")).to_be_visible()
        phone.page.reload()
        expect(phone.page.get_by_role("heading", name="Overview")).to_be_visible()


def test_typed_code():
    """a code can be typed in small letters and with a hyphen, and works once"""
    with phones("Pixel 7", "Pixel 7") as [first, second]:
        code = code_for("ann")
        for phone in (first, second):
            phone.page.goto(URL)
            phone.page.get_by_label("Code").fill(f" {code[:4].lower()}-{code[4:].lower()} ")
            phone.page.get_by_role("button", name="Get in").click()
        expect(first.page.get_by_role("heading", name="Overview")).to_be_visible()
        expect(second.page.get_by_role("alert")).to_be_visible()
        expect(second.page.get_by_role("heading", name="Getting in")).to_be_visible()


def test_wrong_code():
    """a wrong code is refused with what to do, and lets nobody in"""
    with phones("Pixel 7") as [phone]:
        phone.page.goto(f"{URL}/#enter=00000000")
        phone.page.get_by_role("button", name="Continue").click()
        expect(phone.page.get_by_role("alert")).to_contain_text("phone add")
        phone.page.goto(URL)
        expect(phone.page.get_by_role("heading", name="Getting in")).to_be_visible()


def test_removed_phone():
    """a phone that is removed at home is out at once, and shows nothing any longer"""
    title, other = new_list("Left"), new_list("Secret")
    with phones("Pixel 7") as [phone]:
        phone.enter("ann", "Lost phone")
        expect(phone.page.get_by_text(other)).to_be_visible()
        phone.open_list(title)
        ctl("phone", "rm", "Lost phone")
        phone.add("what is this")
        expect(phone.page.get_by_role("heading", name="Getting in")).to_be_visible()
        assert other not in phone.page.content()
        # What could not be sent is shown, for the person whose phone it was.
        expect(phone.page.locator("main")).to_contain_text("what is this")


def test_sign_out():
    """signing out leaves nothing of the member on the phone, for the next one"""
    title = new_list("Private matters")
    with phones("Pixel 7") as [phone]:
        phone.enter("ann").open_list(title)
        phone.page.get_by_label("Add items").fill("half a thought")
        phone.go("phone")
        phone.page.on("dialog", lambda dialog: dialog.accept())
        phone.page.get_by_role("button", name="Sign out").click()
        expect(phone.page.get_by_role("heading", name="Getting in")).to_be_visible()
        left = phone.page.evaluate("""async () => JSON.stringify(localStorage) + JSON.stringify(await new Promise(
            (resolve) => { indexedDB.open('phlist').onsuccess = ({target}) => target.result.transaction('values')
                .objectStore('values').getAll().onsuccess = (event) => resolve(event.target.result) }))""")
        assert title not in left and "half a thought" not in left, left


def test_another_member():
    """who gets in on the same phone sees nothing of the former member, and sends nothing of theirs"""
    title = new_list("Only ann")
    with browser() as (playwright, chromium):
        phone = Phone(chromium.new_context(**shape(playwright, "Pixel 7")))
        phone.enter("ann", "Shared phone").open_list(title)
        phone.context.route("**/v1/items?*", lambda route: route.abort())
        phone.context.route("**/v1/items", lambda route: route.abort())
        phone.add("written by ann")
        expect(phone.row("written by ann")).to_be_visible()
        # The session ends before the change could be sent.
        ctl("phone", "rm", "Shared phone")
        phone.context.unroute_all()
        expect(phone.page.get_by_role("heading", name="Getting in")).to_be_visible()
        phone.enter("ben", "Shared phone")
        expect(phone.page.locator(".lists")).not_to_have_count(0)
        phone.go("waiting")
        expect(phone.page.get_by_text("Everything has been sent")).to_be_visible()
        assert "written by ann" not in phone.page.content()
        assert "written by ann" not in ctl("ls", title)
        # Ann gets in again: her change is still there, and is sent when she says so.
        phone.enter("ann", "Shared phone")
        phone.go("waiting")
        phone.page.get_by_role("button", name="Send").click()
        expect(phone.page.get_by_text("Everything has been sent")).to_be_visible()
        phone.open_list(title)
        expect(phone.row("written by ann")).to_be_visible()
        assert "written by ann" in ctl("ls", title)
        assert not phone.faults, phone.faults


if __name__ == "__main__":
    run(globals())
