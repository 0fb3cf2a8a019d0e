"""How a fetch can go wrong; a value once it leaves this room."""

from dataclasses import dataclass
from enum import StrEnum

from thresher.model import Exchange


class TroubleKind(StrEnum):
    UNKNOWN_HOST = "unknown host"
    REFUSED = "connection refused"
    CERTIFICATE = "certificate not valid"
    CONNECT = "no connection"
    BLOCKED = "address not allowed"
    CLOSED = "the server closed the connection"
    """Before it sent anything: on a kept connection that is nobody's fault."""
    NO_ANSWER = "no answer"
    NOT_HTTP = "the answer is not HTTP"
    HEAD_TOO_LARGE = "header section too large"
    BROKE_OFF = "the connection broke off"
    STALLED = "the answer stalled"
    PROXY = "the proxy refused"
    OURS = "a fault of this program"


@dataclass(frozen=True, slots=True)
class Trouble:
    """No whole answer. `partial` is what came of it, if a head came; it may be kept as truncated."""

    kind: TroubleKind
    detail: str = ""
    partial: Exchange | None = None
    seconds: float = 0.0

    @property
    def sentence(self) -> str:
        return f"{self.kind}: {self.detail}" if self.detail else str(self.kind)


class FetchFailed(Exception):
    """Carries a `Trouble` up to the client's door, no further."""

    def __init__(self, kind: TroubleKind, detail: str = "") -> None:
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail
