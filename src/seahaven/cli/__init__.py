"""The `seahaven` command.

In come words from a terminal; out go reels, tables and JSON, and errors as one message with an exit code. This room
wires: it calls the rooms below and lays out what they give, and computes nothing itself.
"""

from seahaven.cli.app import app, main

__all__ = ["app", "main"]
