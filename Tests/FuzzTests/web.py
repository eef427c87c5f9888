"""Sends the page for phones what no browser would send: requests of HTTP/1.1 and HTTP/2 with mistakes in their bytes.

usage: web.py PORT SECONDS SEED COOKIE CANARY     (COOKIE is a phone's; CANARY is a text that only that phone may see)

No reply may be a failure of the daemon (500 to 599), what has no cookie may not see the canary, and a phone is answered
all the while. Prints what was sent; with the seed, the same again.
"""

import socket
import ssl
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random

PORT, SECONDS, SEED, COOKIE, CANARY = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3], sys.argv[4], sys.argv[5]
HOST = f"localhost:{PORT}"
# Seconds that a connection may stay silent before it is left; a phone waits longer.
PATIENCE, PATIENCE_OF_PHONE = 0.05, 10
# Connections at once: an address may have twelve.
ATTACKERS = 8
BORDERS = [b"\0", b"\xff", b"\r\n", b"\r\n\r\n", b"0", b"-1", b"65536", b"4294967296", b"18446744073709551616", b"%00",
           b"..", b"//", b"\xf0\x9f\xa5\x9b", b"\xc0\x80", b"[[[[[[[[", b'"', b"{}", b"chunked", b"A" * 9000]


def request(method, path, *headers, body=b"", cookie=None):
    lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}", *headers]
    if cookie:
        lines.append(f"Cookie: __Host-phlist={cookie}")
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


def frame(kind, flags, stream, payload=b""):
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


def field(name, value):
    """A field of HPACK, new name, not kept (RFC 7541, section 6.2.2)."""
    def text(value):
        size = len(value)
        return (bytes([size]) if size < 127 else b"\x7f" + varint(size - 127)) + value
    return b"\0" + text(name.encode()) + text(value.encode())


def varint(number):
    found = b""
    while number > 127:
        found += bytes([number & 127 | 128])
        number >>= 7
    return found + bytes([number])


def headers(stream, method, path, *more, ends=True):
    fields = [(":method", method), (":scheme", "https"), (":authority", HOST), (":path", path), *more]
    return frame(1, 5 if ends else 4, stream, b"".join(field(*pair) for pair in fields))


ENTRY = b'{"code": "0123-4567", "name": "phone"}'
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, 0, 0)
ONE = [
    request("GET", "/", "Accept-Encoding: gzip"),
    request("GET", "/main.js", "Range: bytes=0-10", "If-None-Match: \"x\""),
    request("HEAD", "/icon-512.png"),
    request("GET", "/authority.crt"),
    request("POST", "/phone/enter", body=ENTRY),
    request("POST", "/phone/enter", "Transfer-Encoding: chunked") + b"5\r\n{\"cod\r\n0\r\n\r\n",
    request("POST", "/phone/enter", "Expect: 100-continue", body=ENTRY),
    request("GET", "/v1/overview?today=2026-01-02"),
    request("GET", "/v1/items?state=open&list=Shopping", cookie="0" * 64),
    request("DELETE", "/phone", "Origin: https://elsewhere.example"),
    request("GET", "/v1/events", "Upgrade: websocket", "Connection: Upgrade"),
]
TWO = [
    headers(1, "GET", "/"), headers(3, "GET", "/v1/overview"), headers(5, "GET", "/phone", ("cookie", "__Host-phlist=0")),
    headers(7, "POST", "/phone/enter", ("content-type", "application/json"), ends=False) + frame(0, 1, 7, ENTRY),
    headers(9, "GET", "/v1/items", ("x", "y" * 3000)), frame(2, 0, 3, b"\0\0\0\1\x10"), frame(3, 0, 3, b"\0\0\0\x08"),
    frame(4, 0, 0, b"\0\4\0\0\0\0"), frame(6, 0, 0, b"12345678"), frame(8, 0, 0, b"\x7f\xff\xff\xff"), frame(7, 0, 0, bytes(8)),
    frame(1, 0, 11, field(":method", "GET")) + frame(9, 4, 11, field(":path", "/")), frame(0, 8, 7, b"\5hello"),
]


OF_PHONE = {
    "http/1.1": [
        request("GET", "/v1/items?state=open", cookie=COOKIE),
        request("POST", "/v1/items", body=b'{"list": "Shopping", "titles": ["milk"]}', cookie=COOKIE),
        request("GET", "/v1/events", cookie=COOKIE),
        request("DELETE", "/v1/phones", cookie=COOKIE),
    ],
    "h2": [
        headers(13, "GET", "/v1/items?state=open", ("cookie", f"__Host-phlist={COOKIE}")),
        headers(15, "GET", "/v1/events", ("cookie", f"__Host-phlist={COOKIE}")),
    ],
}


def mutated(chance, seed, others):
    """A copy with one to four mistakes, such as a bit, a piece of another one, or a number at a border."""
    data = bytearray(seed)
    for _ in range(chance.randint(1, 4)):
        place, size = chance.randrange(len(data) + 1), chance.randint(1, 24)
        kind = chance.randrange(6)
        if kind == 0 and data:
            data[place % len(data)] ^= 1 << chance.randrange(8)
        elif kind == 1:
            del data[place:place + size]
        elif kind == 2:
            data[place:place] = chance.choice(BORDERS)
        elif kind == 3:
            data[place:place] = data[place:place + size] * chance.randint(1, 40)
        elif kind == 4:
            other = chance.choice(others)
            data[place:] = other[chance.randrange(len(other)):]
        else:
            data[place:place + size] = chance.randbytes(size)
    return bytes(data)


def context(protocol):
    """TLS without a look at the certificate, which nobody knows."""
    found = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    found.check_hostname, found.verify_mode = False, ssl.CERT_NONE
    found.set_alpn_protocols([protocol])
    return found


CONTEXTS = {protocol: context(protocol) for protocol in ("http/1.1", "h2")}


def exchange(data, protocol, patience=PATIENCE):
    """Sends bytes over a connection of their own; returns the reply until it is silent, or closed.

    None if the connection is refused: the daemon takes twelve of one address, and may not yet have seen others end.
    """
    reply = b""
    plain = socket.create_connection(("127.0.0.1", PORT), timeout=10)
    try:
        secured = CONTEXTS[protocol].wrap_socket(plain)
    except (ConnectionError, ssl.SSLEOFError):
        plain.close()
        return None
    with secured as connection:
        connection.settimeout(patience)
        try:
            connection.sendall(data)
            while piece := connection.recv(65536):
                reply += piece
        except (TimeoutError, ssl.SSLError, ConnectionError):
            pass
    return reply


def statuses(reply, protocol):
    """The status codes of a reply; of HTTP/2 the one that is a failure, as its index in the static table."""
    if protocol == "http/1.1":
        return [int(line[9:12]) for line in reply.split(b"\r\n") if line.startswith(b"HTTP/1.") and line[9:12].isdigit()]
    found, at = [], 0
    while at + 9 <= len(reply):
        size, kind = int.from_bytes(reply[at:at + 3], "big"), reply[at + 3]
        if kind == 1 and reply[at + 9:at + 10] == b"\x8e":
            found.append(500)
        at += 9 + size
    return found


def is_served():
    """Whether a phone sees its lists; as a browser does, it tries again when it is refused."""
    look = request("GET", "/v1/overview?today=2026-01-02", "Connection: close", cookie=COOKIE)
    reply, end = None, time.monotonic() + PATIENCE_OF_PHONE
    while reply is None and time.monotonic() < end:
        reply = exchange(look, "http/1.1", PATIENCE_OF_PHONE)
    return reply is not None and b" 200 " in reply[:20] and CANARY.encode() in reply


class Fault(Exception):
    """A rule that is broken."""


def attack(number, end):
    """Sends mistakes until the time is over, as one of several; returns the numbers of connections by protocol."""
    chance, sent, refused = Random(f"{SEED}-{number}"), {"http/1.1": 0, "h2": 0}, 0
    while time.monotonic() < end:
        protocol = chance.choice(list(sent))
        # Some are a phone that is in, and goes wrong.
        is_in = chance.random() < 0.2
        seeds = (ONE if protocol == "http/1.1" else TWO) + (OF_PHONE[protocol] if is_in else [])
        parts = [mutated(chance, seed, seeds) if chance.random() < 0.7 else seed
                 for seed in chance.choices(seeds, k=chance.randint(1, 6))]
        data = (PREFACE if protocol == "h2" and chance.random() < 0.95 else b"") + b"".join(parts)
        reply = exchange(data, protocol)
        if reply is None:
            refused += 1
            continue
        sent[protocol] += 1
        if failures := [code for code in statuses(reply, protocol) if code >= 500]:
            raise Fault(f"the daemon failed with {failures[0]}: {protocol} {data.hex()}")
        if CANARY.encode() in reply and not is_in:
            raise Fault(f"a stranger sees the lists: {protocol} {data.hex()}")
        if sum(sent.values()) % 50 == 0 and not is_served():
            raise Fault(f"a phone is no longer answered after: {protocol} {data.hex()}")
    if refused > sum(sent.values()):
        raise Fault(f"{refused} connections were refused, and {sum(sent.values())} served")
    return sent


def main():
    if not is_served():
        raise Fault("a phone is not answered at the beginning")
    end = time.monotonic() + SECONDS
    with ThreadPoolExecutor(ATTACKERS) as pool:
        counts = list(pool.map(lambda number: attack(number, end), range(ATTACKERS)))
    one, two = (sum(count[protocol] for count in counts) for protocol in ("http/1.1", "h2"))
    print(f"{one} connections of HTTP/1.1 and {two} of HTTP/2, seed {SEED}; the phone was answered all the while")


try:
    main()
except Fault as fault:
    sys.exit(f"seed {SEED}: {fault}")
