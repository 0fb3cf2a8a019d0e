"""Saved pages with the expected result: how a type of application is tested, by us and by whoever adds one.

A case is a YAML file beside a saved page:

    page: thread.html
    url: http://board.example/viewtopic.php?t=7
    application: phpbb3
    level: thread
    follow: [ "http://board.example/viewtopic.php?t=7&start=10" ]
    objects:
      - { type: BoardPost, author: anna, published: "2020-03-01T10:00" }
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import yaml

from thresher.crawl.rungs import ladder_for
from thresher.crawl.understand import Understanding, understand
from thresher.guide import PlainMemory, ScopeCheck
from thresher.model import Capture, CrawlSettings, RecordPlace, Resources, Strategy
from thresher.model.errors import UsageError

KEYS = frozenset({"page", "url", "headers", "time", "application", "level", "follow", "skip", "objects", "notes"})


@dataclass(frozen=True, slots=True)
class Case:
    """A saved page and what should be made of it."""

    path: Path
    expected: dict[str, Any]

    @property
    def name(self) -> str:
        return f"{self.path.parent.name}/{self.path.stem}"


def read_cases(folder: Path) -> list[Case]:
    """All cases below `folder`."""
    if not folder.is_dir():
        raise UsageError(f"There is no folder {folder}.", "A case is a .yaml file beside a saved page.")
    cases = []
    for path in sorted(folder.rglob("*.yaml")):
        try:
            expected = yaml.safe_load(path.read_text(encoding="utf-8"))
        except (yaml.YAMLError, UnicodeDecodeError) as error:
            raise UsageError(f"{path} is not YAML: {error}.") from error
        if not isinstance(expected, dict) or not {"page", "url"} <= expected.keys():
            raise UsageError(f"{path} is no case: it needs at least 'page' and 'url'.")
        if unknown := sorted(expected.keys() - KEYS):
            raise UsageError(f"{path}: unknown key {unknown[0]!r}.", f"Known are: {', '.join(sorted(KEYS))}.")
        cases.append(Case(path, expected))
    return cases


def try_case(case: Case, knowledge: tuple[str, ...] = ()) -> list[str]:
    """What differs from what was expected; empty if all is well."""
    try:
        found = understood(case, knowledge)
        if found is None:
            return ["the page is not HTML"]
        return [*_recognition(case.expected, found), *_links(case.expected, found), *_objects(case.expected, found)]
    except (AttributeError, TypeError, ValueError) as error:
        return [f"the case cannot be read: {error}"]


def understood(case: Case, knowledge: tuple[str, ...] = ()) -> Understanding | None:
    """What is made of the saved page."""
    expected = case.expected
    url = str(expected["url"])
    time = datetime.fromisoformat(str(expected.get("time", "2024-06-01T12:00:00+00:00")))
    headers = {"content-type": "text/html", **expected.get("headers", {})}
    try:
        payload = case.path.with_name(str(expected["page"])).read_bytes()
    except OSError as error:
        raise UsageError(f"{case.path}: the page {expected['page']} cannot be read.") from error
    capture = Capture(
        url, time if time.tzinfo else time.replace(tzinfo=UTC), 200,
        tuple((str(name), str(value)) for name, value in headers.items()), payload, RecordPlace("", 0, 0), "",
    )  # fmt: skip
    settings = CrawlSettings(seeds=(url,), strategy=Strategy.KNOWN, knowledge=knowledge, resources=Resources.NONE)
    ladder = ladder_for(settings, ScopeCheck(settings), PlainMemory())
    return understand(capture, settings, ladder)


def _recognition(expected: dict[str, Any], found: Understanding) -> Iterator[str]:
    recognition = found.view.recognition if found.view is not None else None
    level = recognition.level if recognition is not None else None
    names = {
        "application": recognition.application.name if recognition is not None else None,
        "level": level.name if level is not None else None,
    }
    for key, value in names.items():
        if key in expected and expected[key] != value:
            yield f"{key}: expected {expected[key]}, found {value}"


def _links(expected: dict[str, Any], found: Understanding) -> Iterator[str]:
    follow = {offer.url for offer in found.guidance.follow}
    if "follow" in expected:
        wanted = set(expected["follow"])
        yield from (f"not followed: {url}" for url in sorted(wanted - follow))
        yield from (f"followed, though not expected: {url}" for url in sorted(follow - wanted))
    skipped = {skip.url: skip.reason.value for skip in found.guidance.skip}
    for url, reason in expected.get("skip", {}).items():
        if skipped.get(url) != reason:
            yield f"{url}: expected to be left as {reason!r}, found {skipped.get(url, 'followed or not linked')!r}"


def _objects(expected: dict[str, Any], found: Understanding) -> Iterator[str]:
    if "objects" not in expected:
        return
    if len(expected["objects"]) != len(found.objects):
        kinds = ", ".join(one.type.value for one in found.objects) or "none"
        yield f"objects: expected {len(expected['objects'])}, found {len(found.objects)} ({kinds})"
        return
    for number, (wanted, got) in enumerate(zip(expected["objects"], found.objects, strict=True), 1):
        for key, value in wanted.items():
            there = getattr(got, key)
            there = list(there) if isinstance(there, tuple) else str(there)
            wished = [str(one) for one in value] if isinstance(value, list) else " ".join(str(value).split())
            shown = there if isinstance(there, list) else " ".join(there.split())
            if shown != wished:
                yield f"object {number} ({got.type.value}), {key}: expected {wished!r}, found {shown!r}"
