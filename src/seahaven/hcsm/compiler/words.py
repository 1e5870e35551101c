"""The words of generated source: what it imports, and what nothing in it may be called."""

from __future__ import annotations

from seahaven.hcsm.compiler.layout import BANKS

__all__ = ["RESERVED", "VOCABULARY"]

VOCABULARY = (
    "absolute", "acos", "add_ints", "asin", "atan", "atan2", "canonical", "ceil", "choose", "compiled_part", "cos",
    "divide", "exp", "floats_of", "floor", "floordiv", "floordiv_ints", "hypot", "inf", "ints_of", "is_same", "keys_of",
    "log", "marks_of", "maximum", "minimum", "modulo", "modulo_ints", "multiply_ints", "nan", "peek", "poke", "power",
    "sign", "sin", "sqrt", "subtract_ints", "tan", "to_int", "truths_of", "uintp", "uniform",
)  # fmt: skip
"""What generated source may import from `native` or `plain`."""

RESERVED = (
    *VOCABULARY, "begin", "block", "block_of_rows", "blocks", "count", "draw", "end", "first", "float", "hard",
    "ids", "int", "is_hard", "keys", "last", "left", "mail", "mail_item", "mail_row", "mail_value", "min", "patience",
    "post_address", "post_row", "post_to", "post_value", "prange", "quick", "range", "resting", "room", "row", "rows",
    "sent", "sent_by", "size", "starts", "step", "table", "touched", "untouched", *BANKS,
    *(f"{bank}_stride" for bank in BANKS),
)  # fmt: skip
"""Names that generated source has for itself."""
