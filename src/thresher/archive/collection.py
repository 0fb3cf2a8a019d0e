"""A collection on disk: its folders, its lock, its description."""

import fcntl
import os
from dataclasses import asdict, fields
from enum import Enum
from pathlib import Path
from typing import BinaryIO

import msgspec
import yaml

from thresher.model import CrawlSettings
from thresher.model.errors import CollectionBusy, CollectionError

SECRET_SETTINGS = ("auth", "headers", "proxy", "cookies_file", "keep_secrets")
"""Left out of thresher.yaml: a collection is handed on, what opened the site's doors is not."""
_SETTINGS = frozenset(field.name for field in fields(CrawlSettings)) - frozenset(SECRET_SETTINGS)


class Collection:
    """The folders of one collection; `open_for_writing` makes them and keeps other writers out."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.archive = root / "archive"
        self.indexes = root / "indexes"
        self.reports = root / "reports"
        self.catalog = root / "catalog.db"
        self.rdf = root / "rdf"
        self.knowledge = root / "knowledge"
        self.index = self.indexes / "index.cdxj"
        self.description = root / "thresher.yaml"
        self._lock: BinaryIO | None = None

    @property
    def exists(self) -> bool:
        return self.catalog.exists()

    @property
    def is_busy(self) -> bool:
        """Whether somebody is writing to it."""
        try:
            with (self.root / ".lock").open("rb") as file:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:
            return False
        return False

    def open_for_writing(self) -> None:
        """Make the folders and take the lock; refuse if another process holds it or nothing can be written."""
        try:
            for folder in (self.root, self.archive, self.indexes, self.reports):
                folder.mkdir(parents=True, exist_ok=True)
            self._lock = (self.root / ".lock").open("a+b")
        except OSError as error:
            raise CollectionError(
                f"{self.root} cannot be used as a collection ({error.strerror}).",
                "Choose a folder that you may write to with -o.",
            ) from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._lock.seek(0)
            holder = self._lock.read(32).decode("ascii", "replace").strip() or "unknown"
            self._lock.close()
            raise CollectionBusy(
                f"Another Thresher (process {holder}) is working on {self.root}.",
                "Wait until it has ended, or look at it with `thresher status`.",
            ) from error
        self._lock.truncate(0)
        self._lock.write(str(os.getpid()).encode())
        self._lock.flush()

    def open_for_reading(self) -> None:
        """Check that there is a collection here."""
        if not self.exists:
            raise CollectionError(
                f"{self.root} is not a Thresher collection (it has no catalog.db).",
                "Give the folder that `thresher crawl … -o FOLDER` made.",
            )

    def close(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def write_knowledge(self, name: str, text: str) -> None:
        """What was learned of a site, as a file of the knowledge base."""
        self.knowledge.mkdir(exist_ok=True)
        fresh = self.knowledge / f"{name}.yaml.new"
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(self.knowledge / f"{name}.yaml")

    def read_settings(self) -> CrawlSettings:
        """What thresher.yaml says; secrets are not in it. Raises `CollectionError` if it makes no sense."""
        try:
            plain = yaml.safe_load(self.description.read_text(encoding="utf-8"))
            if not isinstance(plain, dict):
                raise ValueError("no settings in it")
            if unknown := sorted(str(name) for name in plain if name not in _SETTINGS):
                raise ValueError(f"unknown setting '{unknown[0]}', perhaps of a newer Thresher")
            found = msgspec.convert(plain, CrawlSettings)
            if not found.seeds:
                raise ValueError("no seeds in it")
        except FileNotFoundError:
            raise CollectionError(
                f"{self.root} has no thresher.yaml, so nobody knows what to visit.",
                "`thresher crawl` writes it: give the command that made the collection again.",
            ) from None
        except (OSError, ValueError, yaml.YAMLError) as error:
            why = " ".join(str(error).split())
            raise CollectionError(
                f"{self.description} cannot be used ({why}).",
                "Mend it, or delete it and give the `thresher crawl` command again that made the collection.",
            ) from error
        return found

    def describe(self, settings: CrawlSettings) -> None:
        """Write thresher.yaml: what this collection is, for people; secrets stay out."""
        plain = {
            name: value.value if isinstance(value, Enum) else list(value) if isinstance(value, tuple) else value
            for name, value in asdict(settings).items()
            if name not in SECRET_SETTINGS
        }
        text = "# What this collection is: the settings of its last crawl.\n" + yaml.safe_dump(plain, sort_keys=False)
        fresh = self.description.with_suffix(".yaml.new")
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(self.description)
