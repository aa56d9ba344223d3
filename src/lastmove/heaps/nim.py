"""Nim arithmetic: the field of nimbers below 2^64, on ints and on arrays of any shape."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from lastmove import _core

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    import numpy.typing as npt

_SIZE = 1 << 64


@overload
def nim_product(a: int, b: int) -> int: ...
@overload
def nim_product(a: npt.ArrayLike, b: npt.ArrayLike) -> npt.NDArray[np.uint64]: ...
def nim_product(a: Any, b: Any) -> Any:
    """Return the nim product.

    Parameters
    ----------
    a, b : int or array of uint64
        Below 2^64; arrays are combined as numpy combines them.

    Returns
    -------
    int or numpy.ndarray

    Raises
    ------
    ValueError
        If a number is negative, not whole, or 2^64 or more.

    References
    ----------
    .. [1] J. H. Conway, *On Numbers and Games*, 1976, chapter 6.

    Examples
    --------
    >>> import numpy
    >>> nim_product(2, 3), nim_product(256, 256), nim_product(2**63, 2**63 + 1)
    (1, 384, 6794493304081262881)
    >>> nim_product(numpy.arange(4, dtype="u8"), 2)
    array([0, 2, 3, 1], dtype=uint64)
    """
    return _combine(_core.nim_product, a, b)


@overload
def nim_power(base: int, exponent: int) -> int: ...
@overload
def nim_power(base: npt.ArrayLike, exponent: npt.ArrayLike) -> npt.NDArray[np.uint64]: ...
def nim_power(base: Any, exponent: Any) -> Any:
    """Return the nim power: so many equal nim factors.

    Parameters
    ----------
    base, exponent : int or array of uint64
        Below 2^64.

    Returns
    -------
    int or numpy.ndarray

    Raises
    ------
    ValueError
        As for `nim_product`.

    Examples
    --------
    >>> nim_power(2, 2), nim_power(2, 3), nim_power(7, 0)
    (3, 1, 1)
    """
    return _combine(_core.nim_powers, base, exponent)


@overload
def nim_inverse(a: int) -> int: ...
@overload
def nim_inverse(a: npt.ArrayLike) -> npt.NDArray[np.uint64]: ...
def nim_inverse(a: Any) -> Any:
    """Return the number whose nim product with `a` is 1.

    Parameters
    ----------
    a : int or array of uint64
        From 1 to 2^64 - 1.

    Returns
    -------
    int or numpy.ndarray

    Raises
    ------
    ZeroDivisionError
        If a number is 0.
    ValueError
        As for `nim_product`.

    Examples
    --------
    >>> nim_inverse(2), nim_product(2**40, nim_inverse(2**40))
    (3, 1)
    """
    import numpy as np

    numbers = _numbers(a)
    if not numbers.all():
        raise ZeroDivisionError("0 has no nim inverse")
    found = _core.nim_inverses(np.ascontiguousarray(numbers).ravel()).reshape(numbers.shape)
    return int(found[()]) if isinstance(a, int) else found


@overload
def nim_sqrt(a: int) -> int: ...
@overload
def nim_sqrt(a: npt.ArrayLike) -> npt.NDArray[np.uint64]: ...
def nim_sqrt(a: Any) -> Any:
    """Return the one number whose nim square is `a`.

    Parameters
    ----------
    a : int or array of uint64
        Below 2^64.

    Returns
    -------
    int or numpy.ndarray

    Raises
    ------
    ValueError
        As for `nim_product`.

    Examples
    --------
    >>> nim_sqrt(3), nim_sqrt(2)
    (2, 3)
    """
    return nim_power(a, 1 << 63)


def _numbers(a: Any) -> npt.NDArray[np.uint64]:
    import numpy as np

    if isinstance(a, int):
        if not 0 <= a < _SIZE:
            raise ValueError(f"nim arithmetic is for numbers from 0 to 2^64 - 1, not {a}")
        return np.array(a, dtype=np.uint64)
    numbers = np.asarray(a)
    if isinstance(a, list | tuple) and not numbers.size:
        return numbers.astype(np.uint64)  # numpy takes an empty list for one of floats
    if numbers.dtype == np.uint64 or numbers.dtype.kind == "u":
        return numbers.astype(np.uint64, copy=False)
    if numbers.dtype.kind != "i" or (numbers.size and numbers.min() < 0):
        raise ValueError("nim arithmetic is for arrays of whole numbers from 0 to 2^64 - 1")
    return numbers.astype(np.uint64)


def _combine(
    function: Callable[[npt.NDArray[np.uint64], npt.NDArray[np.uint64]], npt.NDArray[np.uint64]],
    a: Any,
    b: Any,
) -> Any:
    import numpy as np

    left, right = np.broadcast_arrays(_numbers(a), _numbers(b))
    flat = (np.ascontiguousarray(left).ravel(), np.ascontiguousarray(right).ravel())
    found = function(*flat).reshape(left.shape)
    return int(found[()]) if isinstance(a, int) and isinstance(b, int) else found
