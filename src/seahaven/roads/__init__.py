"""Road networks at the level of lanes.

In come road files of others (OpenDRIVE, SUMO) and a few lines of Python that build roads; out go a model that never
changes, a map of its lanes for fast questions both ways, the logic of its junctions, routes, and places to stage
things at. It never touches time or vehicles.
"""
