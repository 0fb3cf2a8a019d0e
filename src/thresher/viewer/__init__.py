"""The archive in a browser: pages about a collection, made on the server. Reads, never crawls.

Input: a collection. Output: an application for a web server (`app.make_app`). What lists and counts need is kept in a
digest of the catalog (`digest/`), so that a page costs the same however large the collection is.
"""
