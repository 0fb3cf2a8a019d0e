"""What a pattern found, in few words."""

from typing import cast

from lxml import etree

MAX_CHARACTERS = 160


def evidence_of(selected: etree._Element | str) -> str:
    """A string as it is, an element as its start tag and the text right behind it; white space folded, and cut."""
    if isinstance(selected, str):
        return _cut(selected)
    attributes = [f'{name}="{value}"' for name, value in cast(list[tuple[str, str]], selected.items())]
    return _cut(f"<{' '.join([str(selected.tag), *attributes])}>{selected.text or ''}")


def _cut(text: str) -> str:
    # Eight times as much as can stay is looked at: there may be a lot of white space, or megabytes of text.
    folded = " ".join(text[: 8 * MAX_CHARACTERS].split())
    return folded if len(folded) <= MAX_CHARACTERS else folded[: MAX_CHARACTERS - 1] + "…"
