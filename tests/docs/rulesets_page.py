"""The page of built-in games, written from the registry: ``python -m tests.docs.rulesets_page``."""

from __future__ import annotations

from pathlib import Path

from lastmove import rulesets

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "rulesets.md"

HEAD = """\
# Built-in games

{count} games come with lastmove. `lastmove.rulesets.get("kayles")` gives the rules of one,
`lastmove.rulesets.info("kayles")` what this page says of it, and `print(rules.__doc__)` shows an
example. On the command line a game's name stands for its rules, as in `lastmove solve kayles 7`.
Parameters are changed by `using`: `get("bash").using(k=5)`.

This page is written from the games themselves by `python -m tests.docs.rulesets_page`.

```python
>>> import lastmove as lm
>>> game = lm.rulesets.info("chomp")
>>> game.coordinates, game.parameters
(('*rows',), {{}})
>>> print(game.picture(game.rules(4, 4, 2)))
x o o o
o o o o
o o
>>> game.rules(4, 4, 2).winning_moves()
[chomp(4, 2, 2)]
```

A coordinate with a star stands for any number of them.
"""

GAME = """
## {title}

`{name}({coordinates})`{kind}

{summary}

- Parameters: {parameters}
- Solved by: {solver}
- Picture: {picture}
- Source: {source}
"""


def page() -> str:
    """Return the text of the page."""
    infos = sorted(map(rulesets.info, rulesets.names()), key=lambda info: info.title)
    parts = [HEAD.format(count=len(infos))]
    for info in infos:
        parameters = ", ".join(f"`{key}={value!r}`" for key, value in info.parameters.items())
        parts.append(
            GAME.format(
                title=info.title,
                name=info.name,
                coordinates=", ".join(info.coordinates),
                kind="" if info.rules.kind == "impartial" else ", partizan",
                summary=info.summary,
                parameters=parameters or "none",
                solver="search, or a theorem where it applies" if info.rules.solver else "search",
                picture="yes" if info.picture else "no",
                source=info.source,
            )
        )
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page())
