"""Closed forms and the certificates that prove them."""
