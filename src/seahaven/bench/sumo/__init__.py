"""SUMO as a peer: roads that both sides drive on, and its runs.

In come plans of roads and fleets of vehicles; out go network files, which our side reads as well, both sides' runs, and
what was seen of them as arrays. It judges nothing.
"""
