"""The papers' measurements, repeated on recorded sites beside other tools.

Input: recorded sites (WARC files). Output: figures, tables and a report in HTML. Seams, for one site each:
`compare_crawls` (AAH's measurements) and `focus.measure_site` (FoCUS's experiments).
"""

from thresher.evaluate.crawl import compare_crawls
from thresher.evaluate.crawlers import check_wget
from thresher.evaluate.detection import DetectionCost, detection_costs
from thresher.evaluate.measures import Comparison
from thresher.evaluate.recording import Recording, load_recording
from thresher.evaluate.report import as_data, as_html

__all__ = [
    "Comparison",
    "DetectionCost",
    "Recording",
    "as_data",
    "as_html",
    "check_wget",
    "compare_crawls",
    "detection_costs",
    "load_recording",
]
