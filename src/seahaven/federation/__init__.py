"""Federations: one world over several processes and machines.

In comes a call sheet, which says where the modules of a study run; out come the processes, joined by HELICS and watched
over by a supervisor, and the reel that they record. The room decides nothing that happens in the world: it places whole
modules, and carries what they write. It needs the extra `federation`.
"""

from seahaven.federation.control import join
from seahaven.federation.placing import describe, folder_of
from seahaven.federation.sheet import CallSheet, is_sheet, load_sheet
from seahaven.federation.supervisor import Account, Fault, PartAccount, Supervisor

__all__ = [
    "Account",
    "CallSheet",
    "Fault",
    "PartAccount",
    "Supervisor",
    "describe",
    "folder_of",
    "is_sheet",
    "join",
    "load_sheet",
]
