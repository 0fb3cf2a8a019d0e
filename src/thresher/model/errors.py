"""The errors a user can meet.

ThresherError                 exit code
├── UsageError                2   an option or a URL makes no sense
├── CollectionError           3   the collection cannot be used as it is
│   ├── CollectionBusy        4   another process works on it
│   └── CollectionDamaged     5   catalog or WARC file damaged
├── NothingReached            6   no page could be kept, or a server stopped answering
├── LoginLost                 8   pages turned into login forms
└── DiskFull                  9   no room left; the crawl can go on later

Exit code 1 is kept for `verify` and `doctor` finding something wrong, 7 for a crawl that ended at a budget,
10 for an environment that could not be made, 11 for one that was interrupted (see `docs/reference/exit-codes.md`).
Each error carries a sentence for the user and, where there is a way out, a hint.
"""


class ThresherError(Exception):
    """Anything that ends a command with a sentence rather than a traceback."""

    exit_code = 1

    def __init__(self, sentence: str, hint: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.hint = hint


class UsageError(ThresherError):
    exit_code = 2


class CollectionError(ThresherError):
    exit_code = 3


class CollectionBusy(CollectionError):
    exit_code = 4


class CollectionDamaged(CollectionError):
    exit_code = 5


class NothingReached(ThresherError):
    exit_code = 6


class LoginLost(ThresherError):
    exit_code = 8


class DiskFull(ThresherError):
    exit_code = 9


EXIT_BUDGET = 7
EXIT_NO_ENVIRONMENT = 10
"""Used by the launcher in a clone."""
EXIT_INTERRUPTED = 11
