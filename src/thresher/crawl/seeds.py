"""What the user gave as addresses, checked."""

from collections.abc import Iterable
from pathlib import Path

from thresher.model.errors import UsageError
from thresher.page import canonical, host_of


def checked_seeds(texts: Iterable[str]) -> tuple[str, ...]:
    """Seeds in canonical form, each once; a bare host name means https."""
    seeds: dict[str, None] = {}
    for text in texts:
        address = text.strip()
        seed = canonical(address if "://" in address else f"https://{address}")
        if seed is None or not host_of(seed):
            raise UsageError(f"'{text}' is not a web address.", "Give one like https://example.org/")
        seeds[seed] = None
    if not seeds:
        raise UsageError(
            "No address to crawl was given.", "For example: thresher crawl https://example.org -o my-archive"
        )
    return tuple(seeds)


def read_seed_file(path: Path) -> list[str]:
    """One address a line; empty lines and lines that begin with # are passed over."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"The seed file {path} cannot be read ({error}).") from error
    return [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
