"""Reports of drives, for continuous integration and for the person who reads them in the morning."""

from seahaven.testbed.report.junit import junit_text
from seahaven.testbed.report.strip import draw_strips
from seahaven.testbed.report.wording import finding_text, margin_text

__all__ = ["draw_strips", "finding_text", "junit_text", "margin_text"]
