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
from thresher.describe.tables import SCHEMA as TABLES
from thresher.describe.talks import Chosen, read_talks
from thresher.describe.wanted import Wanted, wanted
from thresher.describe.withheld import SCHEMA as WITHHELD
from thresher.describe.withheld import Withheld, note_withheld, withheld_in

SCHEMA = TABLES + WITHHELD

__all__ = [
    "KEYS",
    "SCHEMA",
    "Chosen",
    "Hit",
    "Kept",
    "ObjectStore",
    "StoredObject",
    "Synced",
    "Wanted",
    "Withheld",
    "count_objects",
    "has_objects",
    "index_words",
    "note_withheld",
    "read_objects",
    "read_talks",
    "search",
    "sync_rdf",
    "waiting_for_index",
    "wanted",
    "withheld_in",
]
