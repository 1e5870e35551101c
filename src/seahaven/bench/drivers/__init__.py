"""One driver, written for every engine that is measured.

In come the sights of a stretch of traffic; out go acceleration and target, the same from all of them to the bit.
`machine.py` says what the driver does. What the peers compute is in `plain.py`; each is given every condition and every
activity as a part of its own and decides what is called when. Their files import them, and so does `peers.py`; no other
file here may.
"""

from seahaven.bench.drivers.machine import Driver, TalkingDriver
from seahaven.bench.drivers.traffic import Frame, Sight, addressees, inputs, sights, traffic

__all__ = ["Driver", "Frame", "Sight", "TalkingDriver", "addressees", "inputs", "sights", "traffic"]
