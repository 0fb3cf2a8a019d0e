"""Posts of a blog that was made up here: what is on their pages, and where."""

WORDS = [
    "gravel", "lantern", "meadow", "copper", "thistle", "harbour", "velvet", "saddle", "orchard", "pepper", "marble",
    "canoe", "turnip", "ladder",
]  # fmt: skip
LINKS = ("and the", "which was with a", "that we have from the", "but not of the")


def prose(number: int, length: int = 30) -> str:
    chosen = (
        f"{LINKS[(place + number) % 4]} {WORDS[(number * 5 + place * (2 + number % 3) + place // 7) % len(WORDS)]}"
        for place in range(length)
    )
    return f"Note {number} says: {' '.join(chosen)}."


def title(number: int) -> str:
    return f"Walk number {number}"


def url(number: int) -> str:
    return f"http://b.example/post/{number}"


def article(number: int) -> str:
    return f"<p>{prose(number)}</p><p>{prose(number + 50)}</p>"


def text(number: int) -> str:
    return f"{prose(number)}\n{prose(number + 50)}"


def page(number: int) -> str:
    return (
        f"<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>{title(number)} – A blog</title></head><body>"
        f"<div class=menu><a href=/>Home</a> <a href=/about>About this blog</a></div>"
        f"<div class=post><h1 class=head>{title(number)}</h1><p class=date>2023-03-{number + 1:02}</p>"
        f"<div class=words>{article(number)}</div></div><div class=foot>All rights are with the people who wrote</div>"
    )
