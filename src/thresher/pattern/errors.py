"""What is said of a text that is no pattern."""

from thresher.model.errors import ThresherError

WIDTH = 72
"""Characters of a pattern that are shown around the mistake: one line of a terminal with the indent."""
INDENT = "    "


class PatternError(ThresherError):
    """A text is not in the pattern language.

    `text` is the pattern, `position` the place of the mistake in it (from 0), `expected` what was wanted there,
    `hint` the nearest right thing, empty where none can be guessed. The sentence has all but the hint, with a
    caret below the mistake.
    """

    exit_code = 2

    def __init__(self, text: str, position: int, expected: str, hint: str = "") -> None:
        line, column = _excerpt(text, position)
        picture = f"{INDENT}{line}\n{INDENT}{' ' * column}^"
        super().__init__(f"not a pattern, at character {position + 1}: {expected}\n{picture}", hint)
        self.text = text
        self.position = position
        self.expected = expected

    def __reduce__(self) -> tuple[type["PatternError"], tuple[str, int, str, str]]:
        return PatternError, (self.text, self.position, self.expected, self.hint)


def _excerpt(text: str, position: int) -> tuple[str, int]:
    """The part of `text` around `position` on one line, and where in it the position is."""
    start = max(0, position - WIDTH // 2) if len(text) > WIDTH else 0
    part = text[start : start + WIDTH]
    # Line breaks would tear the caret from its place, other controls could write anywhere on the terminal.
    line = "".join(character if character.isprintable() else " " for character in part)
    before, after = "…" if start else "", "…" if start + WIDTH < len(text) else ""
    return before + line + after, position - start + len(before)
