"""Tables where games are played: an append-only log each, seats, clocks, bots and fair chance. Knows no HTTP.

`House` (house.py) puts everything together; docs/server.md explains it.
"""
