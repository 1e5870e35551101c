"""History: what came of all drives of all campaigns, as a folder of files that are written once and never changed.

In come outcomes of drives; out go tables, comparisons, summaries and a site of pages. Each campaign has a folder of its
own below that of the history, and each drive a file in it, so that no writer waits for another one, and two histories
are merged by copying files.
"""

from seahaven.testbed.history.comparison import Change, Comparison, compare
from seahaven.testbed.history.entry import Entry, Note, entry_of
from seahaven.testbed.history.history import CampaignLine, History, is_history
from seahaven.testbed.history.pages import Shown, campaign_page, first_page
from seahaven.testbed.history.site import write_site
from seahaven.testbed.history.summary import summary_lines

__all__ = [
    "CampaignLine",
    "Change",
    "Comparison",
    "Entry",
    "History",
    "Note",
    "Shown",
    "campaign_page",
    "compare",
    "entry_of",
    "first_page",
    "is_history",
    "summary_lines",
    "write_site",
]
