"""Every page: axe finds nothing, nothing is too small or too wide, and screenshots of it."""

import functools
import json
import os
import re

from axe_playwright_python.sync_playwright import Axe

from support import OUT, URL, Phone, browser, ctl, expect, new_form, new_list, run, shape, until

# Pixels: the least side of what is pressed, and the narrowest phone.
TARGET = 44
NARROW = 320

CONFLICTS = {
    "schemaVersion": 1,
    "notices": ["the list Attic was removed by ben while ann wrote in it"],
    "conflicts": [{
        "kind": "item", "id": "kqmtlnxkqzmtlnxk", "shortID": "kq", "title": "rye bread", "listID": "k" * 32,
        "listTitle": "Groceries", "field": "title", "values": [
            {"value": "rye bread", "by": "ben", "device": "nas", "at": 1795280592000},
            {"value": "white bread", "by": "ann", "device": "laptop", "at": 1795280590000}]}],
}


@functools.cache
def household():
    """Makes lists that show all that a page can show; returns the title of the first one."""
    title = new_list("Groceries", is_plain=True)
    for section in ("Dairy", "Bakery"):
        ctl("section", "add", title, section)
    ctl("add", title, "apples", "tea 250 g", "olive oil !")
    ctl("add", f"{title}/Dairy", "oat milk 2 l #vegan @ben tomorrow", "yoghurt x4")
    ctl("add", f"{title}/Bakery", "rye bread", "rolls x6")
    ctl("edit", f"{title}/rye bread", "--note", "the one with seeds")
    ctl("add", title, "cinnamon", "--under", f"{title}/apples")
    ctl("add", title, "coffee", "sugar")
    ctl("done", f"{title}/coffee", f"{title}/sugar")
    path = os.path.join(OUT, "bread.png")
    os.system(f"vips sines '{path}' 800 800 --uchar --hfreq 2")
    ctl("photo", "set", f"{title}/rye bread", path)
    chores = new_list("Chores", is_plain=True)
    ctl("add", chores, "take out the bins every week", "--due", "today")
    ctl("add", chores, "library books", "--due", "yesterday")
    new_form("Pets")
    return title


def pages(phone, title):
    """Yields the name of each page while it is shown."""
    page = phone.page
    phone.go("")
    expect(page.locator(".lists a", has_text=title)).to_be_visible()
    yield "overview"
    phone.open_list(title)
    expect(phone.row("rye bread").locator("img")).to_be_visible()
    yield "list"
    page.get_by_text("Completed (2)").click()
    expect(phone.row("coffee")).to_be_visible()
    yield "completed"
    key = page.url.split("/")[-1]
    page.get_by_role("button", name="Reorder").click()
    yield "reorder"
    item = phone.row("rye bread").get_by_role("link").get_attribute("href")
    page.goto(f"{URL}/{item}")
    expect(page.get_by_label("Title")).to_have_value("rye bread")
    yield "item"
    page.get_by_role("combobox", name="Repeat", exact=True).select_option(label="Own rule…")
    rule, reminders = [page.get_by_role("group", name=name, exact=True) for name in ("Own rule", "Reminders")]
    for unit, when in [("weeks", "Another time before"), ("years", "At a day and time")]:
        rule.get_by_role("combobox", name="Unit").select_option(label=unit)
        rule.get_by_role("combobox", name="Ends").select_option(label="On a day")
        rule.get_by_role("button", name="Save the rule").click()
        expect(rule.get_by_role("alert")).to_be_visible()
        reminders.get_by_role("combobox", name="Remind").select_option(label=when)
        yield f"rule of {unit}"
    rule.get_by_role("button", name="Close").click()
    for name, heading in [("shop", title), ("settings", f"About {title}")]:
        phone.go(f"{name}/{key}")
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        if name == "shop":
            expect(page.locator(".counter")).to_contain_text("of")
        else:
            expect(page.get_by_role("button", name="Make it private")).to_be_visible()
        yield name
    for name, heading in [("search", "Search"), ("due", "Due today and overdue"), ("history", "History"),
                          ("trash", "Trash"), ("conflicts", "Conflicts"), ("waiting", "Unsent changes"),
                          ("phone", "This phone")]:
        phone.go(name)
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        until(lambda: page.get_by_text("…", exact=True).count() == 0, "the page is complete")
        if name == "search":
            page.get_by_label("Search").fill("bre")
        yield name
    phone.go("")
    page.locator(".lists a", has_text="Pets").first.click()
    expect(page.get_by_label("Find a record")).to_be_visible()
    expect(page.locator("summary", has_text="Rex")).to_be_visible()
    yield "form"
    page.locator("summary", has_text="Rex").click()
    yield "records"
    page.get_by_role("link", name="Edit Rex").click()
    page.get_by_role("combobox", name="Chip", exact=True).select_option(label="On")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_label("Chip number")).to_have_attribute("aria-invalid", "true")
    yield "record"


def mock_conflicts(context):
    """One device alone has no conflicts."""
    context.route("**/v1/conflicts", lambda route: route.fulfill(json=CONFLICTS))


def test_axe():
    """axe finds no violation on any page, in light and dark"""
    title = household()
    with browser() as (playwright, chromium):
        # Axe runs its own script in the page.
        phone = Phone(chromium.new_context(**shape(playwright, "iPhone 13"), bypass_csp=True))
        phone.page.goto(URL)
        expect(phone.page.get_by_role("heading", name="Getting in")).to_be_visible()
        check(phone.page, "getting in")
        phone.enter()
        mock_conflicts(phone.context)
        count = 1
        for name in pages(phone, title):
            check(phone.page, name)
            count += 1
        print(f"  {count} pages, each in light and dark")


def check(page, name):
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = Axe().run(page).response["violations"]
        assert not found, name + json.dumps([(one["id"], one["nodes"][0]["html"]) for one in found], indent=1)
    page.emulate_media(color_scheme="light")


def test_sizes():
    """at 320 pixels, and with text of twice the size, nothing is cut off, and every target has 44 pixels"""
    title = household()
    with browser() as (playwright, chromium):
        phone = Phone(chromium.new_context(**{**shape(playwright, "iPhone 13"),
                                              "viewport": {"width": NARROW, "height": 640}}))
        phone.enter()
        mock_conflicts(phone.context)
        for name in pages(phone, title):
            for size in ("100%", "200%"):
                phone.page.evaluate("(size) => { document.documentElement.style.fontSize = size }", size)
                width = phone.page.evaluate("document.documentElement.scrollWidth")
                assert width <= NARROW, f"{name} at {size}: {width} pixels wide, {phone.page.evaluate(WIDE, NARROW)}"
            phone.page.evaluate("() => { document.documentElement.style.fontSize = '' }")
            small = phone.page.evaluate(SMALL, TARGET)
            assert not small, f"{name}: {small}"


# What reaches further to the right than a number of pixels.
WIDE = """(most) => [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > most)
    .map((one) => one.outerHTML.slice(0, 90))"""

# The controls that are smaller than a number of pixels. A check box counts with its label, links within a sentence not.
SMALL = """(least) => [...document.querySelectorAll('a, button, input, select, textarea, summary')].flatMap(
  (control) => {
    const target = control.closest('label') ?? control
    if (control.closest('p:not(#status)') || target.matches('.hidden, .skip')) return []
    const { width, height } = target.getBoundingClientRect()
    return !width || (width >= least && height >= least) ? [] : [`${target.outerHTML.slice(0, 90)} ${width}x${height}`]
})"""


def test_titles():
    """every page has a title and one heading of the first level"""
    title = household()
    with browser() as (playwright, chromium):
        phone = Phone(chromium.new_context(**shape(playwright, "desktop")))
        phone.enter()
        assert phone.page.locator("html").get_attribute("lang") == "en"
        names = set()
        for name in pages(phone, title):
            assert phone.page.get_by_role("heading", level=1).count() == 1, name
            names.add(phone.page.title())
            assert re.match(r".+ · phlist$", phone.page.title()), phone.page.title()
        assert len(names) >= 11, names


def test_install():
    """the browser can install the page as an app"""
    with browser() as (playwright, chromium):
        phone = Phone(chromium.new_context(**shape(playwright, "Pixel 7")))
        phone.enter()
        phone.is_installed()
        session = phone.context.new_cdp_session(phone.page)
        faults = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        # A window without a profile on the disk installs nothing, whatever the page.
        assert [one["errorId"] for one in faults if one["errorId"] != "in-incognito"] == [], faults


def test_screenshots():
    """screenshots of the pages, on a phone and on a desktop, in light and dark"""
    title = household()
    with browser() as (playwright, chromium):
        for device in ("iPhone 13", "desktop"):
            for scheme in ("light", "dark"):
                context = chromium.new_context(**shape(playwright, device), color_scheme=scheme)
                phone = Phone(context)
                kind = "desktop" if device == "desktop" else "phone"
                phone.page.goto(URL)
                expect(phone.page.get_by_role("heading", name="Getting in")).to_be_visible()
                take(phone.page, f"{kind}-getting-in-{scheme}")
                phone.enter()
                mock_conflicts(context)
                for name in pages(phone, title):
                    if name == "shop":
                        phone.row("yoghurt").click()
                        expect(phone.page.locator(".counter")).to_contain_text("1 of")
                    take(phone.page, f"{kind}-{name}-{scheme}")
                    if name == "shop":
                        phone.page.get_by_role("button", name="Undo").click()
                        expect(phone.page.locator(".counter")).to_contain_text("0 of")
                context.close()


def take(page, name):
    page.screenshot(path=os.path.join(OUT, f"{name}.png"))


if __name__ == "__main__":
    run(globals())
