"""The native core; private, its functions are reached through the public modules."""

__version__: str

def judge_stream(problem: str) -> int:
    """Answer the cases on standard input on standard output; return their number."""

def judge_bytes(problem: str, data: bytes) -> tuple[bytes, str | None]:
    """Answer the cases in `data`; return the answers and what is wrong with the input, if any."""
