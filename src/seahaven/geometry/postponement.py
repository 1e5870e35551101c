"""Loads Numba without SciPy, which it would load to find out whether there is a BLAS for `np.dot`.

That takes longer than all else up to a machine's first tick, and machines have no matrices. Numba asks once, in
`numba.np.arraymath`, by `ensure_blas`; while that file is loaded, the question is answered by looking whether SciPy is
installed. Whoever uses `np.dot` in compiled code gets SciPy then, as `ensure_blas` is itself again by that time. With a
Numba that goes about it in another way, nothing happens here, and SciPy is loaded as ever.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec

__all__ = ["load_without_scipy"]

_ASKS, _ANSWERS, _QUESTION = "numba.np.arraymath", "numba.np.linalg", "ensure_blas"


def load_without_scipy() -> None:
    """Have Numba's arrays loaded, and SciPy not, if it was not before."""
    if _ASKS in sys.modules or "scipy.linalg" in sys.modules:
        return
    answers = import_module(_ANSWERS)
    answer = getattr(answers, _QUESTION, None)
    if answer is None:
        return
    setattr(answers, _QUESTION, _is_there)
    try:
        asks = import_module(_ASKS)
    finally:
        setattr(answers, _QUESTION, answer)
    if getattr(asks, _QUESTION, None) is _is_there:
        setattr(asks, _QUESTION, answer)


def _is_there() -> None:
    """Fail as `ensure_blas` does where SciPy is not installed."""
    if find_spec("scipy") is None:
        raise ImportError("there is no SciPy")
