"""Listings and counts: a problem is planned, its parts are made, and the results are committed."""
