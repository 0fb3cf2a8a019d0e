"""The command as a user starts it."""

import os
import resource
import subprocess
import sys
from pathlib import Path

Done = subprocess.CompletedProcess[str]


def thresher(*arguments: str, cwd: Path | None = None, limit_bytes: int | None = None) -> Done:
    """Run `thresher` without a proxy; `limit_bytes` is the largest file it can write, like a disk that is full."""

    def limit() -> None:
        if limit_bytes is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit_bytes, limit_bytes))

    return subprocess.run(
        [sys.executable, "-m", "thresher", *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={key: value for key, value in os.environ.items() if not key.lower().endswith("_proxy")},
        cwd=cwd,
        preexec_fn=limit,
    )
