"""Three themes: the Pink City by day and by night, and one of the highest contrast."""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

GOODS_BY_DAY: Final = {
    "good-d": "#1a6690",
    "good-g": "#835a00",
    "good-s": "#565d66",
    "good-c": "#a3195b",
    "good-p": "#3b671c",
    "good-l": "#7a4522",
    "good-k": "#70582e",
}
GOODS_BY_NIGHT: Final = {
    "good-d": "#9adaf5",
    "good-g": "#ffd166",
    "good-s": "#cdd3dc",
    "good-c": "#ff9acc",
    "good-p": "#acd97a",
    "good-l": "#e6ab7f",
    "good-k": "#e5cfa0",
}
SHADES_BY_DAY: Final = {
    "shade-d": "#8fc9e3",
    "shade-g": "#e9b949",
    "shade-s": "#b4bac2",
    "shade-c": "#dd7fae",
    "shade-p": "#d98032",
    "shade-l": "#bd8558",
    "shade-k": "#d3b883",
}
SHADES_BY_NIGHT: Final = {
    "shade-d": "#4f8fb5",
    "shade-g": "#b5852a",
    "shade-s": "#828b99",
    "shade-c": "#b04a86",
    "shade-p": "#d08a45",
    "shade-l": "#9b6238",
    "shade-k": "#a08656",
}

LIGHT: Final = Theme(
    name="jaipur-light",
    dark=False,
    primary="#9c3d2e",
    secondary="#7a4a5e",
    accent="#9c3d2e",
    warning="#8a5200",
    error="#b3261e",
    success="#3b671c",
    foreground="#3a2420",
    background="#f8e4d8",
    surface="#f3d6c6",
    panel="#eccbb8",
    variables={
        **GOODS_BY_DAY,
        **SHADES_BY_DAY,
        "card": "#fffaf0",
        "card-text": "#3a2420",
        "card-dim": "#6f5d55",
        "card-off": "#f3e2d4",
        "pale": "#b9a193",
        "paler": "#dcc8ba",
        "muted": "#6d4a40",
        "text-muted": "#6d4a40",
        "text-disabled": "#6f5d55",
        "mine": "#8f2f22",
        "wax": "#b3261e",
        "button-face": "#8f2f22",
        "button-word": "#fff8ec",
        "button-off": "#e3c0ac",
        "button-off-word": "#5c4239",
        "dock": "#fdf1e4",
    },
)
DARK: Final = Theme(
    name="jaipur-dark",
    dark=True,
    primary="#e0b45c",
    secondary="#d39ab0",
    accent="#e8bf6a",
    warning="#f0b45a",
    error="#ff9a8d",
    success="#acd97a",
    foreground="#f2e8d8",
    background="#171a33",
    surface="#1e2243",
    panel="#272c54",
    variables={
        **GOODS_BY_NIGHT,
        **SHADES_BY_NIGHT,
        "card": "#2b3060",
        "card-text": "#f7efe0",
        "card-dim": "#a5a6c4",
        "card-off": "#20244a",
        "pale": "#5c618f",
        "paler": "#3a3f6e",
        "muted": "#b3b1cc",
        "text-muted": "#b3b1cc",
        "text-disabled": "#a5a6c4",
        "mine": "#ffd98a",
        "wax": "#ff8a7a",
        "button-face": "#e0b45c",
        "button-word": "#1b1730",
        "button-off": "#31365f",
        "button-off-word": "#c0bfd6",
        "dock": "#22264b",
    },
)
CONTRAST: Final = Theme(
    name="jaipur-contrast",
    dark=True,
    primary="#ffff00",
    secondary="#ffffff",
    accent="#ffff00",
    warning="#ffff00",
    error="#ffb3a8",
    success="#ffffff",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#1a1a1a",
    variables={
        "good-d": "#9fe8ff",
        "good-g": "#ffe45c",
        "good-s": "#ffffff",
        "good-c": "#ffb3dd",
        "good-p": "#b8f58a",
        "good-l": "#ffc08f",
        "good-k": "#ffe9b8",
        "shade-d": "#5fb6d6",
        "shade-g": "#d9a400",
        "shade-s": "#b0b0b0",
        "shade-c": "#e070b0",
        "shade-p": "#ff9a3d",
        "shade-l": "#c98a56",
        "shade-k": "#c9ac70",
        "card": "#000000",
        "card-text": "#ffffff",
        "card-dim": "#c8c8c8",
        "card-off": "#000000",
        "pale": "#8a8a8a",
        "paler": "#4a4a4a",
        "muted": "#e0e0e0",
        "text-muted": "#e0e0e0",
        "text-disabled": "#c8c8c8",
        "mine": "#ffff00",
        "wax": "#ffff00",
        "button-face": "#ffff00",
        "button-word": "#000000",
        "button-off": "#2a2a2a",
        "button-off-word": "#ffffff",
        "dock": "#000000",
    },
)
THEMES: Final = (LIGHT, DARK, CONTRAST)

GROUNDS: Final = ("background", "surface")
PAIRS: Final = (
    ("foreground", "background"),
    ("muted", "background"),
    ("mine", "background"),
    ("wax", "background"),
    ("primary", "background"),
    ("accent", "background"),
    ("foreground", "surface"),
    ("foreground", "panel"),
    ("muted", "panel"),
    ("foreground", "dock"),
    ("muted", "dock"),
    ("error", "dock"),
    ("mine", "dock"),
    ("card-text", "card"),
    ("card-dim", "card"),
    ("card-dim", "card-off"),
    ("mine", "card"),
    *((word, ground) for word in ("text-muted", "text-disabled") for ground in GROUNDS),
    ("muted", "card"),
    ("secondary", "background"),
    ("error", "background"),
    *((word, "surface") for word in ("muted", "primary", "accent", "error", "warning")),
    ("button-word", "button-face"),
    ("button-off-word", "button-off"),
    *(
        (f"good-{letter}", paper)
        for letter in "dgscplk"
        for paper in ("card", "background", "dock")
    ),
)
"""Every text colour with every colour it is written on."""


def theme_name(preferred: str) -> str:
    """The name of a theme as Textual knows it."""
    return f"jaipur-{preferred}"


def colour(theme: Theme, name: str) -> str:
    """A colour of a theme by its name, whether Textual's or ours."""
    found = theme.variables.get(name) or getattr(theme, name)
    return str(found)
