#!/usr/bin/env python3
"""Draws the pictures of docs/performance from the lines of JSON of `./dev bench curves --json`.

usage: curves.py ROWS [DIRECTORY]
"""

import json
import math
import pathlib
import sys

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 62, 150, 40, 50

# The picture: its title and the names of its axes. Rows of other pictures are in the table only.
PICTURES = {
    "lists": ("One request, beside other lists of 20 items", "other lists", "milliseconds"),
    "items": ("One request, beside one long list", "items in the long list", "milliseconds"),
    "starts": ("Start of phlistd until its first answer", "items in one list", "milliseconds"),
    "lists-memory": ("Memory of phlistd", "other lists of 20 items", "megabytes"),
    "items-memory": ("Memory of phlistd", "items in one list", "megabytes"),
    "apart": ("The overview, beside items that two people changed apart", "such items", "milliseconds"),
    "devices": ("Catch-up of one device", "devices that share the list", "bytes in frames"),
}

COLOURS = [("#0b62a4", "#6cb6ff"), ("#b3470d", "#ff9e64"), ("#1f7a3d", "#6fd08c"),
           ("#7a3aa8", "#c99bff"), ("#5f5f5f", "#b8b8b8"), ("#a3185c", "#ff8fc4")]


def main():
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        rows = [json.loads(line) for line in file if line.startswith("{")]
    directory = pathlib.Path(sys.argv[2] if len(sys.argv) == 3 else "docs/performance")
    directory.mkdir(parents=True, exist_ok=True)
    for name, words in PICTURES.items():
        lines = lines_of(name, rows)
        if lines:
            (directory / f"{name}.svg").write_text(picture(lines, *words), encoding="utf-8")


def lines_of(name, rows):
    """The points of each line of a picture, in the order of the rows."""
    lines = {}
    for row in rows:
        if row.get("picture") == name and row.get("measured"):
            lines.setdefault(row["line"], []).append((row["x"], row["measured"]))
    return lines


def picture(lines, title, x_name, y_name):
    points = [point for line in lines.values() for point in line]
    across = Axis(sorted({x for x, _ in points}), LEFT, WIDTH - RIGHT)
    up = RoundAxis([y for _, y in points], HEIGHT - BOTTOM, TOP)
    parts = [head(title), *grid(across, up), *names(x_name, y_name)]
    labels = spread([up.place(line[-1][1]) for line in lines.values()])
    for number, ((name, line), label) in enumerate(zip(lines.items(), labels)):
        parts += curve(number, name, [(across.place(x), up.place(y)) for x, y in line], label)
    return "\n".join(parts + ["</svg>", ""])


class Axis:
    """A logarithmic axis from one pixel to another, with a tick for each value."""

    def __init__(self, values, start, end):
        self.start, self.end = start, end
        self.ticks, self.low, self.high = values, min(values), max(values)

    def place(self, value):
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return self.start + share * (self.end - self.start)


class RoundAxis(Axis):
    """An axis with ticks at powers of ten, or at 1, 2 and 5 times these if it covers little."""

    def __init__(self, values, start, end):
        ladder = [step * 10 ** power for power in range(-3, 10) for step in (1, 2, 5)]
        low = max(step for step in ladder if step <= min(values))
        high = min(step for step in ladder if step >= max(values) and step > low)
        steps = [step for step in ladder if low <= step <= high]
        super().__init__(steps, start, end)
        if high / low >= 2000:
            self.ticks = [step for step in steps if math.log10(step).is_integer()]


def head(title):
    rules = [f".c{n} {{ stroke: {light}; fill: {light} }}" for n, (light, _) in enumerate(COLOURS)]
    dark = [f".c{n} {{ stroke: {colour}; fill: {colour} }}" for n, (_, colour) in enumerate(COLOURS)]
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" \
role="img" aria-label="{title}">
<style>
text {{ font: 13px sans-serif; fill: #24292f }} .title {{ font-weight: bold; font-size: 14px }}
.ground {{ fill: #ffffff }} .grid {{ stroke: #d0d7de }} path {{ fill: none !important; stroke-width: 2 }}
text[class^=c] {{ stroke: none }}
{chr(10).join(rules)}
@media (prefers-color-scheme: dark) {{
text {{ fill: #e6edf3 }} .ground {{ fill: #0d1117 }} .grid {{ stroke: #3a414a }}
{chr(10).join(dark)}
}}
</style>
<rect class="ground" width="{WIDTH}" height="{HEIGHT}"/>
<text class="title" x="{LEFT}" y="22">{title}</text>"""


def grid(across, up):
    for value in across.ticks:
        x = across.place(value)
        yield f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>'
        yield f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{number(value)}</text>'
    for value in up.ticks:
        y = up.place(value)
        yield f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{number(value)}</text>'


def number(value):
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


def names(x_name, y_name):
    middle = (TOP + HEIGHT - BOTTOM) / 2
    yield f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 10}" text-anchor="middle">{x_name}</text>'
    yield f'<text transform="translate(14 {middle}) rotate(-90)" text-anchor="middle">{y_name}</text>'


def spread(places, gap=16):
    """Moves labels apart that would cover each other, and keeps their order."""
    order = sorted(range(len(places)), key=lambda index: places[index])
    spread_places, last = list(places), -math.inf
    for index in order:
        last = spread_places[index] = max(places[index], last + gap)
    return spread_places


def curve(number_of_line, name, points, label):
    kind = f"c{number_of_line % len(COLOURS)}"
    way = " ".join(f"{'ML'[index > 0]}{x:.1f} {y:.1f}" for index, (x, y) in enumerate(points))
    yield f'<path class="{kind}" d="{way}"/>'
    yield from (f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in points)
    yield f'<text class="{kind}" x="{points[-1][0] + 10:.1f}" y="{label + 4:.1f}">{name}</text>'


if __name__ == "__main__":
    main()
