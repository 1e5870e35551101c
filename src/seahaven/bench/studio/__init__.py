"""The bench of the studio: what pages, frames and viewers cost, and how soon a driver's hands are seen.

`client` is a page without a browser, `browser` a headless Chromium, `served` a studio to visit with either. The tests
of the studio use them, too.
"""

from seahaven.bench.studio.rows import StudioBench

__all__ = ["StudioBench"]
