"""What is asked of the fleet: one file per request, with who may ask and how it is carried out.

A request is carried out once in effect, whatever happens in between. Every attempt first reads and
compares, and asks only for what has not happened yet. So an answer that was lost, a crash at any
instant, and a second worker all end in the same place.
"""
