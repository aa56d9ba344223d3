"""What holds for all tests."""

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts background jobs deaf to Ctrl-C, and they pass that on to their children.
    signal.signal(signal.SIGINT, signal.default_int_handler)
