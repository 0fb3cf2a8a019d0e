"""Thresher archives web sites the way a knowledgeable person would."""

__version__ = "0.1.0"
