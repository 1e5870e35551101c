"""Files on disk: written whole or not at all, and compiled code that is kept between runs.

In come paths and bytes; out go files that a power cut leaves as they were or as they should be, and kept files that are
read only if they are whole. It knows nothing of what the bytes mean.
"""

from seahaven.disk.kept import cache_folder, do_without, read_sealed, write_kept, write_sealed
from seahaven.disk.writing import make_folder, replacing, sync_file, sync_folder

__all__ = [
    "cache_folder",
    "do_without",
    "make_folder",
    "read_sealed",
    "replacing",
    "sync_file",
    "sync_folder",
    "write_kept",
    "write_sealed",
]
