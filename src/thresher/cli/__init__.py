"""The command line: one module a command.

Input: arguments. Output: results on stdout, progress on stderr, an exit code. Seam: `main`.
"""

from thresher.cli.main import app_for, main

__all__ = ["app_for", "main"]
