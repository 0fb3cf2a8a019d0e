"""What is due now: a durable queue of URLs, robots.txt, and politeness.

Input: offers and skips of a guide. Output: entries whose turn has come, each given back with one outcome.
Seam: `Frontier.take` / `Frontier.finish`; `Lanes` says when a server may be asked again.
"""

from thresher.frontier.frontier import Frontier
from thresher.frontier.lanes import Lane, Lanes
from thresher.frontier.robots import RobotsBook, RobotsRules
from thresher.frontier.urls import SCHEMA, State, UrlsBefore, UrlTable, put_aside

__all__ = [
    "SCHEMA",
    "Frontier",
    "Lane",
    "Lanes",
    "RobotsBook",
    "RobotsRules",
    "State",
    "UrlTable",
    "UrlsBefore",
    "put_aside",
]
