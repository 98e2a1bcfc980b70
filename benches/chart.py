"""Curves as SVG: panels side by side, both axes logarithmic."""

from html import escape
from math import ceil, floor, log10

WIDE, HIGH, LEFT, TOP, RIGHT, BELOW = 340, 240, 62, 40, 14, 44
STYLE = """text { font: 12px sans-serif; fill: #222 } .title { font-weight: bold } .small { font-size: 11px }
.grid { stroke: #ddd } .axis { stroke: #666 } .curve { stroke: #0b62a4; stroke-width: 2; fill: none }
.dot { fill: #0b62a4 }"""


def short(value: float) -> str:
    """A power of ten as a person writes it: `10 k`, `0.01`."""
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


def scale(values: list[float], start: float, end: float):
    """The powers of ten around the values, and a function that places a value between two ends."""
    low, high = floor(log10(min(values))), ceil(log10(max(values)))
    high = max(high, low + 1)
    place = lambda value: start + (log10(value) - low) / (high - low) * (end - start)
    return [10.0**power for power in range(low, high + 1)], place


def panel(at: int, title: str, across: str, points: list[tuple[float, float]]) -> list[str]:
    """One panel, from the x coordinate `at` on."""
    left, right, top, bottom = at + LEFT, at + WIDE - RIGHT, TOP, HIGH - BELOW
    xs, x = scale([point[0] for point in points], left, right)
    ys, y = scale([point[1] for point in points], bottom, top)
    out = [f'<text class="title" x="{left}" y="{top - 16}">{escape(title)}</text>']
    for value in xs:
        out.append(f'<path class="grid" d="M{x(value):.1f} {top}V{bottom}"/>')
        out.append(f'<text class="small" x="{x(value):.1f}" y="{bottom + 16}" text-anchor="middle">{short(value)}</text>')
    for value in ys:
        out.append(f'<path class="grid" d="M{left} {y(value):.1f}H{right}"/>')
        out.append(f'<text class="small" x="{left - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{short(value)}</text>')
    out.append(f'<path class="axis" fill="none" d="M{left} {top}V{bottom}H{right}"/>')
    middle = (left + right) / 2
    out.append(f'<text class="small" x="{middle}" y="{bottom + 34}" text-anchor="middle">{escape(across)}</text>')
    line = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in points)
    out.append(f'<polyline class="curve" points="{line}"/>')
    out += [f'<circle class="dot" cx="{x(a):.1f}" cy="{y(b):.1f}" r="3"/>' for a, b in points]
    return out


def chart(panels: list[tuple[str, str, list[tuple[float, float]]]]) -> str:
    """Panels of title, name of the axis across, and points."""
    wide = WIDE * len(panels)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{HIGH}" viewBox="0 0 {wide} {HIGH}">']
    out += [f"<style>{STYLE}</style>", f'<rect width="{wide}" height="{HIGH}" fill="#fff"/>']
    for number, one in enumerate(panels):
        out += panel(number * WIDE, *one)
    return "\n".join(out + ["</svg>", ""])
