"""Reports: what came of many drives, as one HTML file.

In come the records of drives; out goes a page with tables, plots, a map and the log of each drive, complete in itself.
The same records give the same bytes. Its page, tables and colours serve other reports, too.
"""

from seahaven.trials.report.markup import figure, row_of, table
from seahaven.trials.report.page import report_page
from seahaven.trials.report.plots import COLOURS, INK, LINE, themed
from seahaven.trials.report.report import report_text, write_report

__all__ = [
    "COLOURS",
    "INK",
    "LINE",
    "figure",
    "report_page",
    "report_text",
    "row_of",
    "table",
    "themed",
    "write_report",
]
