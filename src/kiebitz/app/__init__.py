"""Thin shells over the package: the command line and the web page."""
