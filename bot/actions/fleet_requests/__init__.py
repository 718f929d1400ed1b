"""Requests to the fleet: one file per request, with who may ask and how it is carried out.

A request takes effect once, whatever happens in between. Every attempt first reads and compares,
and asks only for what has not happened yet. So a lost answer, a crash at any instant, and a second
worker all lead to the same result.
"""
