"""Tracing: from the Python functions that state a game to a system of Programs.

`tracer` is the way in; `source` finds a function's syntax tree, `statements`, `expressions`,
`comparisons`, `comprehensions`, `calls` and `builtins` interpret its parts, `flow` and `state`
keep what holds under which condition, and `values` are what is computed with.
"""

from lastmove.rules.tracing.tracer import trace, trace_measure, trace_together
from lastmove.rules.tracing.values import Untraceable

__all__ = ["Untraceable", "trace", "trace_measure", "trace_together"]
