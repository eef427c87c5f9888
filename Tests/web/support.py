"""What the browser tests of the web page share: phones, a phlistctl at home, waiting, and running.

The environment says where things are: WEB_URL is the address of the page, WEB_PHLISTCTL the path of phlistctl (which
finds its daemon as usual), WEB_OUT a directory for screenshots, and WEB_CHROMIUM_ARGS further arguments of the browser,
such as the certificate to trust.
"""

import json
import os
import re
import shlex
import statistics
import subprocess
import sys
import time
import traceback
import urllib.parse
from contextlib import contextmanager

from playwright.sync_api import expect, sync_playwright

URL = os.environ["WEB_URL"].rstrip("/")
PHLISTCTL = os.environ["WEB_PHLISTCTL"]
OUT = os.environ["WEB_OUT"]
CHROMIUM = os.environ.get("WEB_CHROMIUM", "/usr/bin/chromium")
ARGS = ["--no-sandbox", "--disable-dev-shm-usage", *shlex.split(os.environ.get("WEB_CHROMIUM_ARGS", ""))]

# Seconds until something that has to happen counts as missing.
DEADLINE = 15
CODE = re.compile(r"\b([0-9A-HJKMNP-TV-Z]{4})[- ]?([0-9A-HJKMNP-TV-Z]{4})\b")

expect.set_options(timeout=DEADLINE * 1000)


def ctl(*words, check=True):
    """Runs phlistctl as somebody at home does; returns what it prints."""
    done = subprocess.run([PHLISTCTL, *words], capture_output=True, text=True, timeout=60)
    if check and done.returncode != 0:
        raise AssertionError(f"phlistctl {' '.join(words)}: {done.returncode} {done.stderr}{done.stdout}")
    return done.stdout


def code_for(member):
    """Lets a phone in; returns the code."""
    found = CODE.search(ctl("phone", "add", member))
    assert found, "phone add shows no code"
    return "".join(found.groups())


def until(condition, what):
    """Waits until a condition holds; returns its value."""
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError(f"not within {DEADLINE} s: {what}")


def shape(playwright, device):
    """Returns the options of a context that looks like a device; `desktop` is a window."""
    if device == "desktop":
        return {"viewport": {"width": 1200, "height": 800}}
    return {key: value for key, value in playwright.devices[device].items() if key != "default_browser_type"}


class Phone:
    """A browser in which somebody uses the page."""

    def __init__(self, context):
        self.context = context
        self.page = context.pages[0] if context.pages else context.new_page()
        self.faults = []
        self.page.on("pageerror", lambda error: self.faults.append(f"{error}\n{error.stack}"))
        self.page.on("console", self.note)

    def note(self, message):
        """Keeps what the browser complains about, such as a breach of the content policy."""
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.faults.append(message.text)

    def enter(self, member="ann", name=None):
        """Gets in as the QR code does."""
        # A change of the fragment alone would not load the page again.
        self.page.goto("about:blank")
        self.page.goto(f"{URL}/#enter={code_for(member)}")
        if name:
            self.page.get_by_label("Name of this phone").fill(name)
        self.page.get_by_role("button", name="Continue").click()
        expect(self.page.get_by_role("heading", name="Overview")).to_be_visible()
        return self

    def go(self, address):
        self.page.goto(f"{URL}/#/{address}")
        return self

    def open_list(self, title):
        """Opens a list from the overview."""
        self.go("")
        self.page.locator(".lists a", has_text=title).first.click()
        expect(self.page.get_by_role("heading", name=title, level=1)).to_be_visible()
        return self

    def add(self, text):
        field = self.page.get_by_label("Add items")
        field.fill(text)
        field.press("Enter")
        return self

    def row(self, title):
        """The row of an item; `title` is its whole title."""
        return self.page.locator(".row", has=self.page.locator(".title", has_text=re.compile(f"^{re.escape(title)}$")))

    def box(self, title):
        return self.row(title).get_by_role("checkbox")

    def titles(self):
        """The titles of the rows, from top to bottom."""
        return self.page.locator(".row .title").all_text_contents()

    def is_installed(self):
        """Waits until the page opens without a connection."""
        until(lambda: self.page.evaluate("navigator.serviceWorker.controller !== null"), "the service worker runs")
        until(lambda: self.page.evaluate("""async () => {
            for (const name of await caches.keys()) if (await (await caches.open(name)).match('/')) return true
            return false }"""), "the files are kept")


def stored(page, text):
    """Whether a text is in what the page has stored on the phone."""
    return page.evaluate("""(text) => new Promise((resolve) => { indexedDB.open('phlist').onsuccess = ({target}) => {
        target.result.transaction('values').objectStore('values').getAll().onsuccess = (event) =>
            resolve(JSON.stringify(event.target.result).includes(text)) } })""", text)


def new_list(title, is_plain=False):
    """Makes a list for one test; returns its title, which is unique. A plain one has no number, if it can."""
    is_free = is_plain and title not in ctl("list", "ls", check=False)
    unique = title if is_free else f"{title} {os.getpid()}"
    ctl("list", "new", unique)
    return unique


PETS = [
    {"name": "Name"}, {"name": "Born", "type": "date"}, {"name": "Vet"},
    {"name": "Kind", "type": "choice", "choices": ["cat", "dog"]}, {"name": "Chip", "type": "toggle"},
    {"name": "Chip number", "type": "alphanumeric", "isRequired": True, "gate": "Chip"},
]


def new_form(title):
    """Makes a form of pets, with fields of all types and one record; returns its title, which is unique."""
    unique = f"{title} {os.getpid()}"
    path = os.path.join(OUT, "form.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"fields": PETS}, file)
    ctl("form", "new", unique, "--from", path)
    ctl("record", "save", unique, "name=Rex", "born=2021/02/03", "vet=Dr Bell")
    return unique


@contextmanager
def browser():
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        try:
            yield playwright, chromium
        finally:
            chromium.close()


@contextmanager
def phones(*devices, **options):
    """Opens phones that are not in yet, and checks at the end that none of them complained."""
    with browser() as (playwright, chromium):
        opened = [Phone(chromium.new_context(**shape(playwright, device), **options)) for device in devices]
        yield opened
        for phone in opened:
            assert not phone.faults, "\n".join(phone.faults)


def percentile(values, part):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(part * (len(ordered) - 1)))]


def report(name, milliseconds):
    """Prints measured times: their median and the 95th percentile."""
    print(f"  {name}: median {statistics.median(milliseconds):.0f} ms, p95 {percentile(milliseconds, 0.95):.0f} ms, "
          f"{len(milliseconds)} samples", flush=True)


def remove_phones():
    """Removes all phones: a machine lets in 64, and each test brings new ones."""
    for phone in json.loads(ctl("phone", "ls", "--json"))["phones"]:
        ctl("phone", "rm", phone["id"])


def run(names):
    """Runs the functions of a file that are called `test_...`; those named by arguments, or all."""
    tests = [value for name, value in names.items() if name.startswith("test_")]
    chosen = [test for test in tests if not sys.argv[1:] or test.__name__ in sys.argv[1:]]
    failures = 0
    for test in chosen:
        begin = time.monotonic()
        try:
            test()
            print(f"ok    {test.__doc__.strip().rstrip('.')} ({time.monotonic() - begin:.1f} s)", flush=True)
        except Exception:
            failures += 1
            print(f"FAIL  {test.__name__}: {test.__doc__}\n{traceback.format_exc()}", flush=True)
        remove_phones()
    sys.exit(1 if failures else 0)


def quoted(text):
    return urllib.parse.quote(text, safe="")
