"""Reports: what came of many drives, as one HTML file.

In come the records of drives; out goes a page with tables, plots, a map and the log of each drive, complete in itself.
The same records give the same bytes.
"""

from seahaven.trials.report.report import report_text, write_report

__all__ = ["report_text", "write_report"]
