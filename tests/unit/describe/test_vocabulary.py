"""docs/reference/vocabulary.md and objects.md say what the triples and the keys are."""

import io
import re
from pathlib import Path

from tests.support.objects import open_store, post, thread

from thresher.describe import KEYS, read_objects
from thresher.describe.formats import csv_columns
from thresher.describe.oxigraph import triple_of, write_turtle
from thresher.describe.shared import shared_quads
from thresher.describe.triples import quads_of
from thresher.describe.vocabulary import ACCOUNT, CAPTURE, CLASSES, PREFIXES, PROPERTIES
from thresher.model import ObjectType

REFERENCE = Path(__file__).parents[3] / "docs" / "reference"
PAGE = (REFERENCE / "vocabulary.md").read_text(encoding="utf-8")
OBJECTS = (REFERENCE / "objects.md").read_text(encoding="utf-8")


def rows(title: str) -> dict[str, set[str]]:
    """The table below a heading: first cell → what stands between backticks in the second."""
    section = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]
    lines = re.findall(r"^\| `([^`]+)` \|([^|]*)\|", section, flags=re.M)
    return {first: set(re.findall(r"`([^`]+)`", second)) for first, second in lines}


def test_every_prefix_is_documented() -> None:
    assert rows("Prefixes") == {prefix: {address} for prefix, address in PREFIXES.items()}


def test_every_type_is_documented_with_its_classes() -> None:
    assert rows("Types") == {kind.value: set(CLASSES[kind]) for kind in ObjectType}


def test_every_key_of_an_object_is_documented_with_its_properties() -> None:
    documented = rows("Properties")

    assert set(documented) == set(KEYS)
    assert {key: names for key, names in documented.items() if names} == {
        key: set(names) for key, names in PROPERTIES.items()
    }


def test_every_key_is_documented_in_the_order_in_which_it_is_printed() -> None:
    table = OBJECTS.partition("## Keys\n")[2].partition("\n## ")[0]

    documented = [
        key for cell in re.findall(r"^\|([^|]*)\|", table, flags=re.M) for key in re.findall(r"`(\w+)`", cell)
    ]

    assert tuple(documented) == KEYS
    assert {name for name in csv_columns() if f"`{name}`" not in OBJECTS} == set()


def test_properties_of_captures_and_accounts_are_documented() -> None:
    assert set(rows("Captures")) == set(CAPTURE)
    assert set(rows("Accounts")) == set(ACCOUNT)


def test_the_example_is_what_the_program_writes(tmp_path: Path) -> None:
    catalog, store = open_store(tmp_path)
    store.keep(
        [
            thread(),
            post(
                2,
                title="Re: Pears",
                author_url="https://b.example/user/7",
                text="Ripe ones, from my garden.",
                links=("https://pears.example/",),
                tags=("fruit",),
                reply_to="https://b.example/p1",
            ),
        ]
    )
    (_, stored) = read_objects(catalog)
    catalog.close()
    output = io.BytesIO()

    write_turtle([triple_of(quad) for quad in (*quads_of(stored), *shared_quads(stored, set()))], output)

    (example,) = re.findall(r"```turtle\n(.*?)```", PAGE, flags=re.S)
    written = output.getvalue().decode()
    body = "".join(line for line in written.splitlines(keepends=True) if not line.startswith("@prefix"))
    assert example.strip() == body.strip()
