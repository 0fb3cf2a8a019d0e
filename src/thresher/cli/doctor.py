"""`thresher doctor`: what is installed, what is missing, what it means."""

import importlib.metadata
import json
import platform
import shutil
import sqlite3
import sys
from dataclasses import asdict, dataclass
from typing import Annotated

import typer

NEEDED = {
    "scrapy": "runs the crawl",
    "lxml": "reads pages",
    "protego": "reads robots.txt",
    "pyyaml": "reads settings and knowledge",
    "tldextract": "knows which names belong to one domain",
    "idna": "spells host names that are not in ASCII",
    "brotli": "reads compressed answers",
    "pyoxigraph": "keeps the triples and answers SPARQL",
    "rich": "shows progress",
    "typer": "reads the command line",
}
SQLITE_LEAST = (3, 35, 0)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    what: str
    state: str
    """ok, warning or missing."""
    meaning: str


def doctor(as_json: Annotated[bool, typer.Option("--json", help="One line of JSON.")] = False) -> None:
    """Look at this installation: what is there, what is missing, and what that means.

    Ends with exit code 1 if something that is needed is missing.
    """
    findings = [
        _python(),
        _sqlite(),
        *(_package(name, use) for name, use in NEEDED.items()),
        _fast_deflate(),
        _optional("hyperscan", "looks for thousands of detection patterns at once; without it that takes longer"),
        _optional("pyarrow", "writes Parquet (thresher objects --format parquet); pip install 'thresher[tables]'"),
        _optional("starlette", "shows archives in a browser (thresher view); pip install 'thresher[view]'"),
        _optional("prophet", "one more way to forecast (--methods prophet); pip install 'thresher[forecast]'"),
        _optional("stable-baselines3", "plans learned by reward (evaluate plans); pip install 'thresher[rl]'"),
        _wget(),
        _disk(),
        _certificates(),
    ]
    if as_json:
        typer.echo(json.dumps([asdict(finding) for finding in findings]))
    else:
        width = max(len(finding.what) for finding in findings)
        for finding in findings:
            typer.echo(f"{finding.state:>8}  {finding.what:<{width}}  {finding.meaning}")
    raise typer.Exit(1 if any(finding.state == "missing" for finding in findings) else 0)


def _python() -> Finding:
    fine = sys.version_info >= (3, 11)
    return Finding(f"Python {platform.python_version()}", "ok" if fine else "missing", "3.11 or newer is needed")


def _sqlite() -> Finding:
    fine = sqlite3.sqlite_version_info >= SQLITE_LEAST
    return Finding(f"SQLite {sqlite3.sqlite_version}", "ok" if fine else "missing", "keeps the catalog of a collection")


def _package(name: str, use: str) -> Finding:
    try:
        return Finding(f"{name} {importlib.metadata.version(name)}", "ok", use)
    except importlib.metadata.PackageNotFoundError:
        return Finding(name, "missing", f"{use}; run ./thresher again, or pip install {name}")


def _fast_deflate() -> Finding:
    try:
        return Finding(f"isal {importlib.metadata.version('isal')}", "ok", "writes WARC files in less time")
    except importlib.metadata.PackageNotFoundError:
        return Finding(
            "isal", "warning", "not for this kind of machine; WARC files are written with zlib, in more time"
        )


def _optional(name: str, use: str) -> Finding:
    try:
        return Finding(f"{name} {importlib.metadata.version(name)}", "ok", use.partition(";")[0])
    except importlib.metadata.PackageNotFoundError:
        return Finding(f"no {name}", "warning", use)


def _wget() -> Finding:
    there = shutil.which("wget") is not None
    return Finding(
        "wget" if there else "no wget", "ok" if there else "warning", "thresher evaluate crawl compares with it"
    )


def _disk() -> Finding:
    free = shutil.disk_usage(".").free / 1024**3
    state = "ok" if free > 2 else "warning"
    return Finding(f"{free:,.1f} GB free here", state, "a crawl that fills the disk stops cleanly and can go on later")


def _certificates() -> Finding:
    import ssl

    count = ssl.create_default_context().cert_store_stats()["x509_ca"]
    meaning = "needed to check https sites; install ca-certificates" if not count else "to check https sites"
    return Finding(f"{count} certificate authorities", "ok" if count else "warning", meaning)
