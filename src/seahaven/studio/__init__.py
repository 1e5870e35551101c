"""The studio: a running world in the browser, to watch, drive, inspect and direct.

In come a project folder and the runs of its studies; out go pages, frames of the running world as bytes, and the
commands of those who look at them. The simulation runs in a process of its own, and its viewers cannot slow it down.
Nothing here moves or judges anything: it asks a `Run`, as any program can.
"""

from seahaven.studio.access import Access
from seahaven.studio.frames import unpacked
from seahaven.studio.serving import serve

__all__ = ["Access", "serve", "unpacked"]
