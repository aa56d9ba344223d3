"""The checker of certificates: standard library only, and nothing of the code that finds them.

``python -m lastmove.laws.check FILE`` checks one. A kind of certificate is a function listed in
`KINDS`; it takes the certificate and gives a `Verdict`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

# Kind of certificate -> module and function that check it.
KINDS = {"heap-period/1": ("lastmove.laws.check_heaps", "check_period")}


class Verdict(NamedTuple):
    """What a checker says.

    Attributes
    ----------
    accepted : bool
        Whether the claim is proved.
    how : str
        By which method its facts were computed again.
    reason : str
        Why it was not accepted; empty if it was.
    """

    accepted: bool
    how: str
    reason: str = ""


def check(certificate: dict[str, Any]) -> Verdict:
    """Check a certificate.

    Parameters
    ----------
    certificate : dict
        As read from its JSON.

    Returns
    -------
    Verdict

    Examples
    --------
    >>> import lastmove as lm
    >>> certificate = lm.octal("0.77").period().certificate
    >>> check(certificate)
    Verdict(accepted=True, how='all values from the definition', reason='')
    >>> check({**certificate, "length": 24}).accepted
    False
    """
    kind = certificate.get("kind") if isinstance(certificate, dict) else None
    if not isinstance(kind, str) or kind not in KINDS:
        return Verdict(False, "", f"no checker knows certificates of kind {kind!r}")
    module, name = KINDS[kind]
    checker: Callable[[dict[str, Any]], Verdict] = getattr(import_module(module), name)
    try:
        return checker(certificate)
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
        return Verdict(False, "", f"it is malformed: {type(error).__name__}: {error}")


def _main(arguments: list[str]) -> int:
    import json
    import sys

    status = 0
    for path in arguments:
        try:
            with open(path, encoding="utf-8") as file:  # noqa: PTH123
                verdict = check(json.load(file))
        except (OSError, ValueError) as error:
            verdict = Verdict(False, "", f"it cannot be read: {error}")
        word = "accepted" if verdict.accepted else "REJECTED"
        print(f"{path}: {word}: {verdict.how if verdict.accepted else verdict.reason}")
        status |= not verdict.accepted
    sys.stdout.flush()
    return status


if __name__ == "__main__":
    import sys

    sys.exit(_main(sys.argv[1:]))
