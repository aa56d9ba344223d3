"""Data changed in one place."""

import copy


def every_integer(data):
    """Yield the data with one integer changed, for each integer in it."""
    for path in _paths(data):
        changed = copy.deepcopy(data)
        place = changed
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] += 1
        yield changed


def _paths(data):
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in items:
        if type(value) is int:
            yield (key,)
        elif isinstance(value, (list, dict)):
            for rest in _paths(value):
                yield (key, *rest)
