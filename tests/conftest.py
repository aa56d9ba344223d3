"""What holds for all tests."""

import signal
import sys

import pytest
from hypothesis import HealthCheck, settings

# No test is about time: a busy machine must not make one fail.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts background jobs deaf to Ctrl-C, and they pass that on to their children.
    signal.signal(signal.SIGINT, signal.default_int_handler)


_RECURSION = sys.getrecursionlimit()


def pytest_runtest_setup() -> None:
    """Undo what emitted programs set: too high a limit lets deep JSON overflow the stack."""
    sys.setrecursionlimit(_RECURSION)


@pytest.fixture(autouse=True, scope="session")
def patience():
    """Let tables take longer: which law is found must not depend on how busy the machine is."""
    from lastmove.laws import game

    game._SECONDS = 60
