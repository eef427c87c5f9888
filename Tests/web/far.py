"""How long the page takes over a slow network: at first, when the phone is in, and with the files that it keeps.

The argument is the file for the milliseconds until each is shown.
"""

import json
import sys

from support import URL, browser, code_for, expect, shape, until, Phone

SHOWN = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def load(samples, name, phone, address, heading):
    """Loads a page, and notes the milliseconds until it shows something: the first byte asked for is the beginning."""
    phone.page.goto("about:blank")
    phone.page.goto(address)
    expect(phone.page.get_by_role("heading", name=heading)).to_be_visible()
    samples.setdefault(name, []).append(until(lambda: phone.page.evaluate(SHOWN), "it is painted"))


def visit(samples):
    """Gets in as a new phone, comes back, and comes back to a browser that kept no files."""
    with browser() as (playwright, chromium):
        options = shape(playwright, "Pixel 7")
        phone = Phone(chromium.new_context(**options))
        load(samples, "the form for getting in", phone, f"{URL}/#enter={code_for('ann')}", "Welcome")
        phone.page.get_by_role("button", name="Continue").click()
        expect(phone.page.get_by_text("Groceries")).to_be_visible()
        phone.is_installed()
        load(samples, "the overview, with the files kept", phone, URL, "Overview")
        cookies = phone.context.cookies()
    with browser() as (playwright, chromium):
        phone = Phone(chromium.new_context(**options, service_workers="block"))
        phone.context.add_cookies(cookies)
        load(samples, "the overview, with nothing kept", phone, URL, "Overview")


VISITS = 5

found = {}
for _ in range(VISITS):
    visit(found)
# What is more than the shortest is the load of this machine.
with open(sys.argv[1], "w", encoding="utf-8") as file:
    json.dump({name: min(samples) for name, samples in found.items()}, file)
