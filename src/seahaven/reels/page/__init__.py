"""Replay pages: a reel as one HTML file that plays it in any browser.

In comes a closed reel; out goes the text of a page with the map, everybody's ways, lights and speeds, the events, and
the program that shows them. The page asks nothing of the network. Nothing here decides anything, and the same reel
gives the same bytes.
"""

from seahaven.reels.page.page import page_text, write_page

__all__ = ["page_text", "write_page"]
