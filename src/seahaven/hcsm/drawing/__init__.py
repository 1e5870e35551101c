"""Any machine as a picture or as text.

In comes a `Program`, and what one entity's machine is doing at the moment, if that is to be marked; out goes an SVG of
nested boxes, or an indented tree for a terminal. Nothing here runs a machine. The same program gives the same bytes.
"""

from seahaven.hcsm.drawing.outline import draw_text
from seahaven.hcsm.drawing.picture import draw_svg
from seahaven.hcsm.drawing.wording import block_text, expression_text

__all__ = ["block_text", "draw_svg", "draw_text", "expression_text"]
