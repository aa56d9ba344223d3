"""What the commands are asked about: games and positions, from their text."""

from __future__ import annotations

import ast
import re
import sys
import traceback
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lastmove import rulesets
from lastmove.rules.ruleset import Rules
from lastmove.solve.moves import said

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

    from click.shell_completion import CompletionItem

    from lastmove.rules.position import Position

_loaded: dict[Path, ModuleType] = {}


def find_rules(text: str, settings: Iterable[str] = ()) -> Rules:
    """Return the rules that a text names.

    Parameters
    ----------
    text : str
        The name of a built-in game, or ``file.py:name``; ``file.py`` will do where the file states
        one game only.
    settings : iterable of str
        Values of keyword parameters, each as ``name=value``.

    Raises
    ------
    click.ClickException
        If there are no such rules; the message says why, and what there is.
    LastmoveError
        If the rules have no such parameter.
    """
    path, colon, name = text.rpartition(":")
    if not colon:
        path, name = (text, "") if text.endswith(".py") else ("", text)
    if not path and name not in rulesets.names():
        refuse_board(name)
        refuse_file(name)
    rules = _from_file(path, name) if path else rulesets.get(name)
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise click.ClickException(f"--set takes name=value, such as k=5, not {setting!r}")
        rules = rules.using(**{key.strip(): _literal(value)})
    return rules


def refuse_board(name: str) -> None:
    """Refuse the name of a game on boards, or nearly one, where rules are wanted.

    Raises
    ------
    click.ClickException
        If it is one.
    """
    from difflib import get_close_matches

    from lastmove.boards import names

    if name in names():
        raise click.ClickException(
            f"{name} is played on boards, which are solved with its name first: "
            f"lastmove solve {name} ROWS"
        )
    if not get_close_matches(name, rulesets.names()):
        for close in get_close_matches(name, names(), n=1):
            raise click.ClickException(f"there is no game {name!r}: did you mean {close}?")


def refuse_file(name: str) -> None:
    """Refuse a code of a heap game, and the name of a file that is not written as one of rules.

    Raises
    ------
    click.ClickException
        If it is such a code, or there is such a file, with or without ``.py`` added.
    """
    if "." in name and set(name) <= set("0123456789ABCDEF."):
        raise click.ClickException(f"{name} is a code: lastmove octal {name} --heap N answers")
    if Path(f"{name}.py").is_file():
        raise click.ClickException(f"there is no built-in game {name!r}: did you mean {name}.py?")
    if Path(name).exists():
        raise click.ClickException(f"rules are read from files that end in .py, not from {name}")


def count_of(rules: Rules, arity: int | None, default: int) -> int:
    """Return how many coordinates are meant, where `arity` was asked for.

    Raises
    ------
    click.ClickException
        If positions of these rules have another number of coordinates.
    """
    if arity is not None and rules.arity not in (None, arity):
        plural = "coordinate" if rules.arity == 1 else "coordinates"
        raise click.ClickException(f"{rules} has {rules.arity} {plural}, not {arity}")
    return arity or rules.arity or default


def row_of(rules: Rules, template: str) -> str | None:
    """Return the array of a template that has all further coordinates, or None.

    It bears the name of the rules' starred argument, such as `heaps` in ``"n heaps[n] -> {law}"``.
    """
    if rules.arity is not None:
        return None
    first = rules.coord_names(len(rules.coord_names(0)) + 1)[-1]
    name = first.removesuffix("0")
    return name if re.search(rf"(?<!\w){re.escape(name)}\s*\[", template) else None


def refuse_question(rules: Rules, what: str | None) -> None:
    """Refuse Grundy values of partizan rules and values of impartial ones.

    Raises
    ------
    click.ClickException
        If these are asked for.
    """
    if what == "grundy" and rules.kind != "impartial":
        raise click.ClickException(f"{rules} is partizan and has no Grundy values")
    if what == "value" and rules.kind == "impartial":
        raise click.ClickException(f"{rules} is impartial: use --what grundy")


def complete_rules(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return what a shell may complete the name of a game to: built-in games, else files."""
    from click.shell_completion import CompletionItem

    known = list(rulesets.names())
    if ctx.info_name == "solve":
        from lastmove.boards import names

        known += names()
    found = [CompletionItem(name) for name in sorted(known) if name.startswith(incomplete)]
    return found or [CompletionItem(incomplete, type="file")]


def find_position(text: str, default: Rules) -> Position:
    """Return the position that a text names.

    Parameters
    ----------
    text : str
        Coordinates, such as ``7``, ``3,4,5`` or ``(3, 4, 5)``: a Python literal, a tuple for
        several coordinates; any other text is one coordinate of its own. ``name:`` or
        ``file.py:name:`` before them names another game than `default`.
    default : Rules
        The game if none is named.

    Raises
    ------
    click.ClickException, LastmoveError
        If there is no such game or position.
    """
    coords = _literal(text)
    rules = default
    if coords is text and ":" in text:
        game, _, rest = text.rpartition(":")
        # Rules over integers take no text, so there a name unheard of is a game's, mistyped.
        if ".py" in game or game in rulesets.names() or (game.isidentifier() and default.native):
            rules, coords = find_rules(game), _literal(rest)
    coords = coords if isinstance(coords, tuple) else (coords,)
    if rules.domain is not None and rules.arity == 1 and not _legal(rules, coords):
        # A text such as "()" that also happens to be a literal.
        coords = (text,) if _legal(rules, (text,)) else coords
    if any(isinstance(coord, str) for coord in coords) and rules.native:
        names = ", ".join(rules.coord_names(rules.arity or 2))
        more = "" if rules.arity else ", ..."
        raise click.ClickException(
            f"{text!r} is no position of {rules}: it takes integers {names}{more}, "
            "separated by commas"
        )
    return rules(*coords)


def _legal(rules: Rules, coords: tuple[Any, ...]) -> bool:
    try:
        return len(coords) == 1 and rules.is_legal(coords)
    # A domain that expects one kind of coordinate may fail in any way on another.
    except Exception:
        return False


def _literal(text: str) -> Any:
    """Return what a Python literal stands for, or the text itself if it is none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.literal_eval(text.strip())
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            return text


def _from_file(path: str, name: str) -> Rules:
    module = _load(Path(path))
    games = {key: value for key, value in vars(module).items() if isinstance(value, Rules)}
    stated = ", ".join(games) or "none"
    if not name:
        if len(games) != 1:
            raise click.ClickException(f"name one game of {path} as {path}:NAME; it has {stated}")
        return next(iter(games.values()))
    found: Any = module
    for part in name.split("."):
        if not hasattr(found, part):
            raise click.ClickException(f"{path} has no {name!r}; the games in it: {stated}")
        found = getattr(found, part)
    if not isinstance(found, Rules):
        raise click.ClickException(
            f"{name} of {path} is not the rules of a game but of type {type(found).__name__}; "
            f"the games in it: {stated}"
        )
    return found


def _load(path: Path) -> ModuleType:
    """Run a file of the user's as a module, once."""
    from importlib.util import module_from_spec, spec_from_file_location

    full = path.absolute()
    if full in _loaded:
        return _loaded[full]
    if not full.is_file():
        raise click.ClickException(f"there is no file {path}")
    spec = spec_from_file_location(full.stem, full)
    if spec is None or spec.loader is None:
        raise click.ClickException(f"{path} is no Python file: its name must end in .py")
    module = module_from_spec(spec)
    # What a file prints, such as notes on its own progress, must not mix with the answer.
    vars(module)["print"] = _aside
    # As for a script, files beside it can be imported; but none can stand in for a library.
    sys.path.append(str(full.parent))
    sys.modules.setdefault(full.stem, module)
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        place = Path(error.filename).name if error.filename else str(path)
        line = "" if error.lineno is None else f", line {error.lineno}"
        raise click.ClickException(f"{place}{line}: {error.msg}") from error
    except (Exception, SystemExit) as error:
        where = _line_in(error, str(full))
        raise click.ClickException(f"{path}{where}: {said(error)}") from error
    _loaded[full] = module
    return module


def _aside(*values: object, **options: Any) -> None:
    if options.get("file") is None:
        options["file"] = sys.stderr
    print(*values, **options)


# To whoever traces the rules it is Python's own.
_aside.__name__, _aside.__module__ = print.__name__, "builtins"


def _line_in(error: BaseException, filename: str) -> str:
    """Return the line of the file at which an error came up."""
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == filename
    ]
    return f", line {lines[-1]}" if lines else ""
