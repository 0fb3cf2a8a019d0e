"""Objects kept, found and linked: tables and versions in the catalog, full-text search, RDF.

Input: `WebObject`s, inside the crawl's open transaction. Output: rows and versions; `StoredObject`s read back, search
hits, triples and answers to SPARQL. Seam: `ObjectStore.keep` takes in, `sync_rdf` brings the triples up to date.
"""

from thresher.describe.index import index_words, waiting_for_index
from thresher.describe.reading import count_objects, has_objects, read_objects
from thresher.describe.search import Hit, search
from thresher.describe.store import Kept, ObjectStore
from thresher.describe.stored import KEYS, StoredObject
from thresher.describe.sync import Synced, sync_rdf
from thresher.describe.tables import SCHEMA
from thresher.describe.wanted import Wanted, wanted

__all__ = [
    "KEYS",
    "SCHEMA",
    "Hit",
    "Kept",
    "ObjectStore",
    "StoredObject",
    "Synced",
    "Wanted",
    "count_objects",
    "has_objects",
    "index_words",
    "read_objects",
    "search",
    "sync_rdf",
    "waiting_for_index",
    "wanted",
]
