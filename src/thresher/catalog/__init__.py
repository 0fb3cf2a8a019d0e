"""The SQLite file of a collection: opened, checked, migrated, locked in time by explicit transactions.

Input: a path and the tables that rooms declare. Output: a `Catalog`. Seam: rooms receive a `Catalog` and own
their tables; nobody else opens the file.
"""

from thresher.catalog.catalog import FORMAT, Catalog, open_catalog

__all__ = ["FORMAT", "Catalog", "open_catalog"]
