"""Observations → knowledge: page types, URL patterns, extraction rules."""
