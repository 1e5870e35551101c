"""Populations: who drives where and when, and in which weather.

In come demand (flows, trips, densities), roads with routes, and subjects around whom it is to be lively; out go
vehicles that enter and leave, each with a driver's traits. Nothing here steers anybody, and nothing knows scripts.
"""

from seahaven.traffic.family import VEHICLES

__all__ = ["VEHICLES"]
