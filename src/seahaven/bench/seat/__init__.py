"""The bench of seats: what it costs to drive freely, to ask a program, and how true the vehicle model is."""

from seahaven.bench.seat.rows import SeatBench

__all__ = ["SeatBench"]
