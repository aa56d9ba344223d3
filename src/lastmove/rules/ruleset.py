"""The rules of a game, as one object that positions are made from."""

from __future__ import annotations

from lastmove.errors import LastmoveError, PositionError, RulesError

TYPE_CHECKING = False  # typing's own constant costs 25 ms of start-up
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping
    from typing import Any, Literal

    import numpy

    from lastmove.draw.grid import Grid
    from lastmove.laws.law import Law
    from lastmove.rules.position import Position
    from lastmove.rules.program import Program
    from lastmove.solve.engine import Engine

_VARARGS = 0x04
_VARKEYWORDS = 0x08
# Python prints no longer numbers, and computing with them holds up everything, Ctrl-C included.
_LONGEST = 14_000


class Rules:
    """The rules of one game; called with coordinates it gives a `Position`.

    Made by the decorators `impartial` and `partizan`.

    Attributes
    ----------
    name : str
        The game's name.
    kind : str
        ``"impartial"`` or ``"partizan"``.
    bodies : dict
        The functions that yield options: ``{"moves": f}`` or ``{"left": f, "right": g}``.
    arity : int or None
        Number of coordinates; None for rules with ``*heaps``.
    parameters : dict
        The keyword-only parameters of the rules with their values.
    solver : callable or None
        What gives Grundy values (values, for a partizan game) by a theorem, where it applies.
    base : Rules
        These rules with their parameters as first stated.

    Examples
    --------
    >>> import lastmove as lm
    >>> @lm.impartial
    ... def bash(n, *, k=3):
    ...     for take in range(1, min(n, k) + 1):
    ...         yield n - take
    >>> bash.native, bash.parameters
    (True, {'k': 3})
    >>> bash.using(k=5)(12).outcome
    Outcome.P
    """

    def __init__(
        self,
        bodies: dict[str, Callable[..., Any]],
        *,
        domain: Callable[..., Any] | None = None,
        measure: Callable[..., Any] | None = None,
        name: str | None = None,
        solver: Callable[..., Any] | None = None,
    ) -> None:
        first = next(iter(bodies.values()))
        self.name: str = name or str(getattr(first, "__name__", "the game"))
        self.kind = "impartial" if "moves" in bodies else "partizan"
        self.bodies = bodies
        self.domain = domain
        self.measure = measure
        self.solver = solver
        self.base = self
        self.arity, self._coords, self.parameters = _signature(first, self.name)
        for role, function in (("domain", domain), ("measure", measure), ("solver", solver)):
            if function is not None and not callable(function):
                raise RulesError(
                    f"the {role} of {self.name} must be a function of the coordinates, "
                    f"not {function!r}"
                )
        self.__doc__ = first.__doc__
        self.__module__ = first.__module__
        self.__qualname__ = first.__qualname__
        for other in bodies.values():
            if _signature(other, self.name)[0] != self.arity:
                raise RulesError(f"the two players of {self.name} must take the same coordinates")
            for key, value in _signature(other, self.name)[2].items():
                if self.parameters.setdefault(key, value) != value:
                    raise RulesError(
                        f"the parameter {key} of {self.name} has two default values, "
                        f"{self.parameters[key]!r} and {value!r}"
                    )
        self._variants: dict[tuple[tuple[str, Any], ...], Rules] = {}
        self._engine: Engine | None = None

    # Stating and varying

    def __call__(self, *coords: Hashable, **parameters: Any) -> Position:
        """Return the position with these coordinates (of the rules with these parameters).

        Raises
        ------
        PositionError
            If the number of coordinates is wrong or the position is not legal.
        """
        from lastmove.rules.position import Position

        rules = self.using(**parameters) if parameters else self
        return Position(rules.canonical, rules.check(coords), chosen=rules is not rules.canonical)

    def using(self, **parameters: Any) -> Rules:
        """Return the same rules with these values of their keyword parameters.

        Within the moves of a game its plain name means the game being played, so naming the
        values it was stated with is not the same as naming none.

        Raises
        ------
        RulesError
            If the rules have no such parameter.
        """
        for key in parameters:
            if key not in self.parameters:
                if key in self._coords:
                    raise RulesError(
                        f"{key} is a coordinate of {self.name}, not a parameter: "
                        "give its value alone, without a name"
                    )
                known = ", ".join(self.parameters) or "none"
                raise RulesError(f"{self.name} has no parameter {key!r}; it has {known}")
        values = {**self.parameters, **parameters}
        if values == self.parameters and (not parameters or self is not self.base):
            return self
        chosen = tuple(values.items())
        try:
            return self.base._variants[chosen]
        except KeyError:
            pass
        except TypeError:
            raise RulesError(
                f"parameters of {self.name} must be hashable: use tuples, not lists"
            ) from None
        made = Rules(
            self.bodies,
            domain=self.domain,
            measure=self.measure,
            name=self.base.name,
            solver=self.solver,
        )
        made.base = self.base
        made.parameters = values
        made.__doc__ = self.__doc__
        made.__module__ = self.__module__
        made.__qualname__ = self.__qualname__
        self.base._variants[chosen] = made
        return made

    def resolve(self, other: Rules) -> Rules:
        """Return what the rules `other`, named in a move of these, stand for.

        Inside its own moves a game's plain name means the game being played, with the
        parameters it is being played with.
        """
        return self if other is self.base else other.canonical

    @property
    def canonical(self) -> Rules:
        """The rules that positions belong to: `base`, if the parameters are as first stated."""
        return self.base if self.parameters == self.base.parameters else self

    def arguments(self, body: Callable[..., Any]) -> dict[str, Any]:
        """Return those of the parameters that a function of these rules takes."""
        own = getattr(body, "__kwdefaults__", None) or {}
        return {key: value for key, value in self.parameters.items() if key in own}

    def given(
        self, coords: tuple[Any, ...], body: Callable[..., Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return what a function of these rules is called with at a position."""
        return coords, self.arguments(body)

    def reached(self, coords: tuple[Any, ...], after: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the coordinates that a move from `coords` to what it names `after` leads to."""
        return after

    def coord_names(self, arity: int) -> tuple[str, ...]:
        """Return names for the coordinates of a position with `arity` of them."""
        if self.arity is not None:
            return self._coords
        fixed = self._coords[:-1]
        return fixed + tuple(f"{self._coords[-1]}{i}" for i in range(arity - len(fixed)))

    # Legality

    def check(self, coords: tuple[Hashable, ...]) -> tuple[Hashable, ...]:
        """Return the coordinates, integers as plain ints, if they are a legal position.

        Raises
        ------
        PositionError
            If they are not.
        """
        coords = self.shape(coords)
        if not self.is_legal(coords):
            shown = self.show(coords)
            if self.domain is None:
                raise PositionError(f"{shown} is no position: coordinates start at 0")
            raise PositionError(f"{shown} lies outside the domain of {self.name}")
        return coords

    def shape(self, coords: tuple[Hashable, ...]) -> tuple[Hashable, ...]:
        """Return the coordinates with integers as plain ints, if their number is right."""
        if self.arity is not None and len(coords) != self.arity:
            names = ", ".join(self._coords)
            plural = "coordinate" if self.arity == 1 else "coordinates"
            hint = "; left and right take no self" if self._coords[0] == "self" else ""
            if len(coords) == 1 and isinstance(coords[0], tuple) and len(coords[0]) == self.arity:
                hint = f": write {self.show(coords[0])}"
            raise PositionError(
                f"{self.name} takes {self.arity} {plural} ({names}), not {len(coords)}{hint}"
            )
        if self.arity is None and len(coords) < len(self._coords) - 1:
            raise PositionError(
                f"{self.name} takes at least {len(self._coords) - 1} coordinates, not {len(coords)}"
            )
        for value in coords:
            if type(value) is not int or value.bit_length() > _LONGEST:
                return tuple(_plain(value, self.name) for value in coords)
        return coords

    def is_legal(self, coords: tuple[Any, ...]) -> bool:
        """Return whether coordinates of the right number are a legal position.

        Raises
        ------
        RulesError
            If the domain fails at them.
        """
        if self.domain is not None:
            try:
                return bool(self.domain(*coords))
            except LastmoveError:
                raise
            except (Exception, SystemExit) as error:
                raise RulesError(
                    f"the domain of {self} fails at {self.show(coords)}: "
                    f"{type(error).__name__}: {error}"
                ) from error
        for value in coords:  # noqa: SIM110 - a loop is twice as fast as a generator in all()
            if type(value) is int and value < 0:
                return False
        return True

    def count_options(self, coords: tuple[Any, ...]) -> int | None:
        """Return about how many options a position has, where that needs no list of them."""
        return None

    def show(self, coords: tuple[Any, ...]) -> str:
        """Return the text of a position, such as ``kayles(5)``."""
        return f"{self}({', '.join(map(_text, coords))})"

    def solved(self, coords: tuple[Any, ...]) -> Any:
        """Return what the rules' own solver says of a legal position, or None."""
        if self.solver is None:
            return None
        try:
            return self.solver(*coords, **self.parameters)
        except LastmoveError:
            raise
        except (Exception, SystemExit) as error:
            raise RulesError(
                f"the solver of {self} fails at {self.show(coords)}: "
                f"{type(error).__name__}: {error}{advice(coords)}",
                coords,
            ) from error

    # The Program

    @property
    def engine(self) -> Engine:
        """What answers questions about these rules; remembers what it has solved."""
        if self is not self.canonical:
            return self.canonical.engine
        if self._engine is None:
            from lastmove.solve.engine import Engine

            self._engine = Engine(self)
        return self._engine

    @property
    def native(self) -> bool:
        """Whether the rules run natively (for ``*heaps``: with three coordinates)."""
        return self.why_not_native is None

    @property
    def why_not_native(self) -> str | None:
        """Why the rules run in Python, or None if they run natively."""
        return self.engine.why_not_native(self._usual_arity)

    @property
    def program(self) -> Program:
        """The Program traced from the rules; ``print`` shows it as text.

        Raises
        ------
        RulesError
            If the rules could not be traced.
        """
        return self.program_for(self._usual_arity)

    def program_for(self, arity: int) -> Program:
        """Return the Program for positions with `arity` coordinates.

        Raises
        ------
        RulesError
            If the rules could not be traced.
        """
        return self.engine.program(arity)

    @property
    def _usual_arity(self) -> int:
        return self.arity if self.arity is not None else len(self._coords) + 2

    # Questions

    def table(
        self,
        *extents: int,
        what: str | None = None,
        misere: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> numpy.ndarray[Any, Any]:
        """Return a table over all positions with coordinates below the extents.

        Parameters
        ----------
        *extents : int
            How many values each coordinate takes, from 0 on.
        what : str, optional
            ``"grundy"`` (the default for impartial games), ``"outcome"`` (the default
            otherwise, and the only one in misère play), or ``"value"`` for partizan games whose
            values are numbers.
        misere : bool, default False
            Whether the player who makes the last move loses.
        progress : callable, optional
            See `limits`.

        Returns
        -------
        numpy.ndarray
            Of shape `extents`. Grundy values have the smallest unsigned type that holds them
            (convert before subtracting), outcomes are letters, values are `Dyadic` objects. If
            the domain leaves out some cells, a masked array with those masked.

        Raises
        ------
        LimitExceeded
            If the table does not fit the memory limit.
        RulesError
            If the rules fail at a position, or play can loop.
        ValueError
            If the extents or `what` make no sense for the game.

        Examples
        --------
        >>> import lastmove as lm
        >>> lm.rulesets.get("kayles").table(12)
        array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], dtype=uint8)
        """
        from lastmove.solve.tables import table

        return table(self.canonical, extents, what=what, misere=misere, progress=progress)

    def grid(
        self,
        *extents: int,
        what: str | None = None,
        misere: bool = False,
        at: dict[str, int] | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> Grid:
        r"""Return a table to look at: it prints, draws itself and has views.

        Parameters
        ----------
        *extents : int
            How many values each coordinate takes, from 0 on, except those in `at`.
        what, misere, progress
            As for `table`.
        at : dict, optional
            Values of coordinates that are to stay as they are, by name.

        Returns
        -------
        Grid

        Raises
        ------
        LimitExceeded, RulesError, ValueError
            As `table` does, and for names in `at` that are no coordinates.

        Examples
        --------
        >>> import lastmove as lm
        >>> print(lm.rulesets.get("game_of_cards").grid(4, 3, at={"c2": 1, "c3": 0}))
        c0\c1 | 0 1 2
        ------+------
            0 | 0 1 1
            1 | 1 0 0
            2 | 0 1 1
            3 | 1 0 0
        """
        from lastmove.draw.grid import of_rules

        return of_rules(
            self.canonical, extents, what=what, misere=misere, fixed=at, progress=progress
        )

    def law(
        self,
        what: str | None = None,
        *,
        bound: int | None = None,
        arity: int | Literal["any"] | None = None,
        parameters: Iterable[str] | Mapping[str, int] = (),
        report: Callable[[str], None] | None = None,
    ) -> Law:
        """Return a closed form for the game, proved where that is possible.

        Parameters
        ----------
        what : str, optional
            ``"outcome"``, ``"grundy"``, ``"misere"`` (outcomes if whoever makes the last move
            loses) or ``"value"`` (for partizan games whose values are numbers). By default
            ``"grundy"`` of an impartial game, else ``"value"`` if they are numbers, else
            ``"outcome"``.
        bound : int, optional
            Up to which value of each coordinate laws are looked for and compared with search.
        arity : int, optional
            The number of coordinates, for rules with ``*heaps``; by default three. With ``"any"``
            the law is one for any number of them, if the game is staircase Nim on a graph.
        parameters : iterable of str, or mapping, optional
            Keyword parameters of the rules to leave free: the law is for all their values, from 1
            on or from those that a mapping gives. They are its last coordinates; `bound` is not
            used.
        report : callable, optional
            Called with a line of text as each stage begins.

        Returns
        -------
        Law

        Raises
        ------
        NoLawFound
            If there is none; `tried` says what was tried and what was nearly right.
        RulesError
            If the rules have no Program, or play can loop.

        Examples
        --------
        >>> import lastmove as lm
        >>> law = lm.rulesets.get("bash").law()
        >>> law.status, law(10**18 + 1)
        ('PROVED', 1)
        >>> every = lm.rulesets.get("bash").law(parameters=["k"])
        >>> every.status, every(k=5)(10**18), every(10**18, 5)
        ('PROVED', 4, 4)
        """
        if arity == "any":
            from lastmove.laws.rows import law as for_any

            if parameters or bound is not None:
                raise ValueError('arity="any" goes with neither parameters nor bound')
            return for_any(self, what=what)
        if parameters:
            from lastmove.laws.parameters import law as for_all

            return for_all(self, parameters, what=what, arity=arity, report=report)
        from lastmove.laws.find import law

        return law(self, what=what, bound=bound, arity=arity, report=report)

    # Identity

    def __str__(self) -> str:
        if self.canonical is self.base:
            return self.name
        changed = [
            f"{key}={value!r}"
            for key, value in self.parameters.items()
            if value != self.base.parameters[key]
        ]
        return f"{self.name}.using({', '.join(changed)})"

    def __repr__(self) -> str:
        return f"<{self.kind} rules {self}>"

    def __reduce__(self) -> str | tuple[Any, ...]:
        if self is self.base:
            return (_find, (self.__module__, self._importable_name()))
        return (_variant, (self.base, tuple(self.parameters.items())))

    def _importable_name(self) -> str:
        """Return the name under which the rules' own module holds them."""
        import sys

        module = sys.modules.get(self.__module__)
        if _lookup(module, self.__qualname__) is self:
            return str(self.__qualname__)
        names: dict[str, Any] = {} if module is None else vars(module)
        for name, found in names.items():
            if found is self:
                return name
        from pickle import PicklingError

        raise PicklingError(
            f"cannot pickle the rules {self.name}: assign them to a name at the top level of "
            f"the module {self.__module__}"
        )


def _signature(
    function: Callable[..., Any], name: str
) -> tuple[int | None, tuple[str, ...], dict[str, Any]]:
    """Return arity, coordinate names and keyword parameters of a function."""
    code = getattr(function, "__code__", None)
    if code is None:
        hint = (
            ": a class with left and right is for @partizan" if isinstance(function, type) else ""
        )
        raise RulesError(f"the moves of {name} must be a Python function, not {function!r}{hint}")
    names = code.co_varnames
    arity, keywords = code.co_argcount, code.co_kwonlyargcount
    if getattr(function, "__defaults__", None):
        raise RulesError(
            f"a coordinate of {name} has a default value; "
            "put parameters of the game after a * to make them keyword-only"
        )
    if code.co_flags & _VARKEYWORDS:
        raise RulesError(f"the moves of {name} cannot take **{names[-1]}")
    defaults = dict(getattr(function, "__kwdefaults__", None) or {})
    for key in names[arity : arity + keywords]:
        if key not in defaults:
            raise RulesError(f"the parameter {key} of {name} needs a default value")
    if code.co_flags & _VARARGS:
        return None, (*names[:arity], names[arity + keywords]), defaults
    if arity == 0:
        raise RulesError(f"the moves of {name} take no coordinates; a position needs one")
    return arity, names[:arity], defaults


def _plain(value: Hashable, name: str) -> Hashable:
    if type(value) is int:
        if value.bit_length() > _LONGEST:
            raise PositionError(f"a coordinate of {name} has more than {_LONGEST:,} binary digits")
        return value
    if isinstance(value, float | complex):
        raise PositionError(f"coordinates of {name} are exact: {value!r} is a float, use an int")
    index = getattr(value, "__index__", None)
    if index is not None:
        return int(index())
    try:
        hash(value)
    except TypeError:
        raise PositionError(
            f"a coordinate of {name} must be hashable: use a tuple instead of {value!r}"
        ) from None
    except Exception as error:
        raise PositionError(
            f"a coordinate of {name}, {_text(value)}, cannot be hashed: its __hash__ raises "
            f"{type(error).__name__}: {error}"
        ) from error
    return value


def _text(value: object) -> str:
    """Return the text of a coordinate; its kind if it has none."""
    try:
        return repr(value)
    except Exception:
        return f"<{type(value).__name__}>"


def advice(coords: tuple[Any, ...]) -> str:
    """Return what to try where rules fail at coordinates of a kind they may not be made for."""
    if len(coords) == 1 and isinstance(coords[0], tuple):
        return f" (if {coords[0]!r} are coordinates, give them one by one, without brackets)"
    if any(isinstance(value, str) for value in coords):
        return " (a coordinate in quotes is a text, not a number)"
    return ""


def _find(module: str, qualname: str) -> Rules:
    from importlib import import_module

    found = _lookup(import_module(module), qualname)
    if not isinstance(found, Rules):
        raise RulesError(f"{module}.{qualname} is no longer the rules of a game")
    return found


def _lookup(holder: Any, qualname: str) -> Any:
    for part in qualname.split("."):
        holder = getattr(holder, part, None)
    return holder


def _variant(base: Rules, parameters: tuple[tuple[str, Any], ...]) -> Rules:
    return base.using(**dict(parameters))
