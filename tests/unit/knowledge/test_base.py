"""The knowledge base: reading, inheriting, explaining mistakes."""

import json
import re
import time
from itertools import pairwise
from pathlib import Path

import pytest

from thresher.knowledge import KnowledgeBase, KnowledgeError, LevelKind, check, load_base, read_folders
from thresher.knowledge.base import SHIPPED

CATEGORY = """
type: board
levels:
  - name: thread
    kind: terminal
    detect: [ "article" ]
    follow:
      - { to: thread, at: "a[@rel='next']/@href" }
    extract:
      - object: BoardPost
        each: "article"
        fields: { author: "address", text: "section" }
urls:
  drop: [ s ]
"""
APPLICATION = """
type: corkboard
extends: board
detect: [ "body[@id='cork']" ]
levels:
  - name: thread
    kind: terminal
    detect: [ "div[@class='note']" ]
    follow:
      - { to: thread, at: "div[@class='pages']//a/@href" }
    extract:
      - object: BoardPost
        each: "div[@class='note']"
        fields: { author: "b", published: "i" }
urls:
  drop: [ sid ]
  roles:
    thread: "note.php?n={id#}"
"""


def base_of(tmp_path: Path, *texts: str) -> KnowledgeBase:
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.yaml").write_text(text)
    files, findings = read_folders(tmp_path)
    assert not findings, findings
    return KnowledgeBase(files)


def findings_of(tmp_path: Path, text: str) -> list[str]:
    (tmp_path / "one.yaml").write_text(text)
    files, findings = read_folders(SHIPPED, tmp_path)
    mine = [file for file in files if file.path.parent == tmp_path]
    return [str(finding) for finding in (findings or check(files, mine))]


def test_what_a_type_says_comes_first_and_what_it_inherits_helps_out(tmp_path: Path) -> None:
    base = base_of(tmp_path, CATEGORY, APPLICATION)

    level = base.type("corkboard").levels[0]
    fields = level.extract[0].fields

    assert [str(place.at) for place in fields["author"].places] == ["b", "address"]
    assert [str(place.at) for place in fields["text"].places] == ["section"]
    assert [str(pattern) for pattern in level.follow[0].at] == ["div[@class='pages']//a/@href", "a[@rel='next']/@href"]
    assert [str(pattern) for pattern in level.extract[0].each] == ["div[@class='note']", "article"]
    assert base.type("corkboard").urls.drop == {"s", "sid"}


def test_a_category_tells_levels_after_everything_else(tmp_path: Path) -> None:
    levels = base_of(tmp_path, CATEGORY, APPLICATION).type("corkboard").levels

    assert [(str(level.detect[0]), level.is_weak) for level in levels] == [
        ("div[@class='note']", False),
        ("article", True),
    ]
    assert levels[1].extract == levels[0].extract
    assert levels[0].kind is LevelKind.TERMINAL


def test_lineage_leads_up_to_the_category(tmp_path: Path) -> None:
    base = base_of(tmp_path, CATEGORY, APPLICATION, "type: my-site\nextends: corkboard\n")

    assert base.lineage("my-site") == ("my-site", "corkboard", "board")
    assert base.type("my-site").category == "board"
    assert base.categories == {"board"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("type: [", ": This is not YAML"),
        ("just words", "The file must be keys with values"),
        ("type: x\nlevls: []", "one.yaml:2: Unknown key 'levls'. Did you mean 'levels'?"),
        ("type: Über", "is not a name"),
        ("title: x", "The key 'type' is missing"),
        ("type: x\ndetect: 7", "one.yaml:2: 'detect' must be a text or a list, not 7"),
        ("type: x\nextends: frum", "one.yaml:2: There is no type 'frum' to extend"),
        ("type: x\ndetect:\n  - \"a[contain(@b, 'c')]\"", "one.yaml:3"),
        ("type: x\nurls:\n  roles:\n    thred: a", "one.yaml:4: \"thred\" is not known here. Did you mean 'thread'?"),
        ("type: x\nurls:\n  roles:\n    thread: 'a[b'", "not closed"),
        (
            "type: x\nextends: forum\nlevels:\n"
            "  - { name: a, kind: terminal, detect: b, follow: [ { to: c, at: d } ] }",
            "one.yaml:4: There is no level 'c'",
        ),
        (
            "type: x\nextends: forum\nlevels:\n  - { name: a, kind: terminal, detect: b, follow: [ { to: a } ] }",
            "leads nowhere",
        ),
        (
            "type: x\nextends: forum\nlevels:\n"
            "  - { name: a, kind: terminal, detect: b, follow: [ { to: a, role: item } ] }",
            "No address has the role 'item'",
        ),
        (
            "type: x\nlevels:\n  - name: a\n    kind: terminal\n    detect: b\n    extract:\n"
            "      - { object: BoardPost, fields: { author: { at: c, match: '(' } } }",
            "no regular expression",
        ),
        ("type: x\nextends: x", "extends itself"),
    ],
)
def test_a_mistake_is_explained_with_file_and_line(tmp_path: Path, text: str, expected: str) -> None:
    found = findings_of(tmp_path, text)

    assert any(expected in finding for finding in found), found


def bomb(names: str, link: str) -> str:
    """Each line names the one before many times: 8**n values from n short lines."""
    return "a: &a { x: 1 }\n" + "".join(link.format(now=now, before=before) for before, now in pairwise(names))


@pytest.mark.parametrize(
    "link",
    [
        "{now}: &{now} [ *{before}, *{before}, *{before}, *{before}, *{before}, *{before}, *{before}, *{before} ]\n",
        "{now}: &{now} {{ <<: [ *{before}, *{before}, *{before}, *{before}, *{before}, *{before}, *{before} ] }}\n",
    ],
)
def test_aliases_that_unfold_without_end_are_refused(tmp_path: Path, link: str) -> None:
    begun = time.monotonic()

    found = findings_of(tmp_path, "type: x\nnotes: y\n" + bomb("abcdefghijklmnopqrstuvwxyz", link))

    assert time.monotonic() - begun < 2
    assert len(found) == 1
    assert re.match(r"one\.yaml:(8|9): With this alias the file unfolds to more than 50,000 values\. ", found[0])


def test_aliases_that_repeat_a_little_are_welcome(tmp_path: Path) -> None:
    level = "{ kind: terminal, detect: b, follow: &f [ { to: a, at: c } ], name: a }"
    again = "{ kind: terminal, detect: c, follow: *f, name: a }"

    assert findings_of(tmp_path, f"type: x\nlevels:\n  - {level}\n  - {again}\n") == []


@pytest.mark.parametrize(
    ("expression", "fault"),
    [
        ("(a+)+$", "for ever"),
        ("(a|a)*b", "for ever"),
        (r"(\w+\s?)*:", "for ever"),
        (r"^(([a-z])+.)+[A-Z]", "for ever"),
        ("(x?){40}x{40}", "for ever"),
        ("((a{1,30}){1,30}){1,30}b", "for ever"),
        ("(.*,){12}P", "for ever"),
        ("(?>a+)+b", "for ever"),
        ("(?=(a+)+$)a", "for ever"),
        ("a.*b.*c.*d.*e", "very long"),
        ("by (.+?) on (.+)", ""),
        (r"(?:\d{1,2}[./]){2}\d{4}", ""),
        ("(?:[^,]+,)*([^,]+)", ""),
        (r"^(.+?)\s*\([^()]*\d+[^()]*\)$", ""),
        (r"(?i)posted: (?:on )?(.+)", ""),
    ],
)
def test_expressions_that_could_take_for_ever_are_refused(tmp_path: Path, expression: str, fault: str) -> None:
    fields = json.dumps({"author": {"at": "c", "match": expression}})
    text = "type: x\nlevels:\n  - name: a\n    kind: terminal\n    detect: b\n    extract:\n      - object: BoardPost\n"

    found = findings_of(tmp_path, f"{text}        fields: {fields}\n")

    assert bool(found) == bool(fault)
    assert all("one.yaml:8: This regular expression could take " + fault in finding for finding in found)


def test_expressions_for_addresses_are_looked_at_too(tmp_path: Path) -> None:
    rule = '{ to: a, at: c, rewrite: { match: "(a*)*b", with: c } }'

    found = findings_of(
        tmp_path, f"type: x\nlevels:\n  - {{ name: a, kind: terminal, detect: b, follow: [ {rule} ] }}\n"
    )

    assert "one.yaml:3: This regular expression could take for ever" in found[0]


def test_a_type_twice_in_one_folder_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("type: x")
    (tmp_path / "b.yaml").write_text("type: x")

    _, findings = read_folders(tmp_path)

    assert "b.yaml:1: The type 'x' is in a.yaml already." in str(findings[0])


def test_a_type_of_ones_own_wins_over_the_shipped_one(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("type: wordpress\ntitle: Mine\nextends: blog\n")

    assert load_base(tmp_path).type("wordpress").title == "Mine"


def test_a_broken_folder_of_types_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("type: x\nlevls: []")

    with pytest.raises(KnowledgeError) as error:
        load_base(tmp_path)

    assert "a.yaml:2" in error.value.sentence
    with pytest.raises(KnowledgeError):
        load_base(tmp_path / "nowhere")


def test_every_shipped_type_is_right() -> None:
    files, findings = read_folders(SHIPPED)

    assert not findings
    assert check(files) == []
