"""Replay pages: a reel as one HTML file that plays it in any browser.

In comes a closed reel, and curves that were worked out from it elsewhere; out goes the text of a page with the map,
all movements, lights and speeds, the events, the curves, and the program that shows them. The page asks nothing of the
network. Nothing here decides anything, and the same reel gives the same bytes.
"""

from seahaven.reels.page.curve import Curve
from seahaven.reels.page.page import page_text, write_page

__all__ = ["Curve", "page_text", "write_page"]
