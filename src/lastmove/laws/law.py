"""A law: a closed form together with what is known about its truth."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

from lastmove.errors import LastmoveError, PositionError
from lastmove.laws.check import Rejected, check, read

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lastmove.draw.grid import Grid
    from lastmove.laws.base import Array, Candidate, Certificate
    from lastmove.laws.play import Play
    from lastmove.rules.program import System
    from lastmove.rules.ruleset import Rules

_LETTERS = "PNLR"


class Law:
    """A closed form for a game; called with coordinates of any size it answers.

    Made by `Rules.law`, or read from a certificate with `from_certificate`.

    Attributes
    ----------
    what : str
        What it tells: ``"outcome"``, ``"grundy"``, ``"misere"`` or ``"value"``.
    status : str
        ``"PROVED"`` if the checker accepts the certificate, ``"PROVED_BY_SOLVER"`` if it does and
        one has to trust an SMT solver, ``"CHECKED"`` if no position up to `bound` contradicts it,
        ``"REFUTED"`` if `position` does.
    bound : int
        Up to which value of each coordinate it has been compared with search.
    certificate : dict or None
        The proof as JSON data, for ``lastmove check``.
    why_not_proved : str
        Why there is no proof, or an empty text.
    position : tuple or None
        Where it is wrong.
    tried : list of str
        What was tried before it without success, a sentence each.

    Examples
    --------
    >>> import lastmove as lm
    >>> law = lm.rulesets.get("game_of_cards").law(what="outcome")
    >>> law.status, law(10**18, 1, 0, 0)
    ('PROVED', Outcome.P)
    """

    def __init__(
        self,
        candidate: Candidate,
        system: System,
        names: Sequence[str],
        *,
        rules: Rules | None = None,
        certificate: Certificate | None = None,
        bound: int = -1,
        reason: str = "",
    ) -> None:
        self.candidate = candidate
        self.system = system
        self.names = tuple(names)
        self.rules = rules
        self.what = candidate.what
        self.certificate = certificate
        self.bound = bound
        self.status = self._proved()
        self.why_not_proved = reason
        self.position: tuple[int, ...] | None = None
        self.tried: list[str] = []
        self._play: Play | None = None

    @staticmethod
    def from_certificate(certificate: Certificate | str) -> Law:
        """Return the law that a certificate proves.

        Parameters
        ----------
        certificate : dict or str
            The certificate, as data or as JSON text.

        Raises
        ------
        LastmoveError
            If the checker does not accept it.
        """
        from lastmove.laws.game import system_of
        from lastmove.laws.registry import from_certificate

        try:
            data = read(certificate) if isinstance(certificate, str) else certificate
        except (ValueError, RecursionError) as error:
            raise LastmoveError(f"the certificate is not JSON: {error}") from None
        try:
            check(data)
        except Rejected as reason:
            raise LastmoveError(f"the certificate is rejected: {reason}") from None
        if data["kind"] == "rows":
            from lastmove.laws.rows import RowsLaw

            return RowsLaw(data)
        system = system_of(data["system"])
        return Law(from_certificate(data), system, system.programs[0].coords, certificate=data)

    # Answers

    def __call__(self, *coords: int, **parameters: int) -> Any:
        """Return the outcome, Grundy value or value of a position of any size.

        A law for all values of some parameters takes them as further coordinates or by name;
        given them alone, it returns the law of the game with these values.

        Raises
        ------
        PositionError
            If it is not a legal position.
        """
        if parameters:
            from lastmove.laws.parameters import at

            fixed = at(self, parameters)
            return fixed(*coords) if coords else fixed
        return self._shown(self.label(coords))

    def label(self, coords: Sequence[int]) -> Any:
        """Return the label as the classes of laws have it."""
        if len(coords) != len(self.names):
            raise PositionError(
                f"the law takes {len(self.names)} coordinate{'s' * (len(self.names) > 1)} "
                f"({', '.join(self.names)}), "
                f"not {len(coords)}"
            )
        try:
            place = tuple(map(index, coords))
        except TypeError:
            shown = ", ".join(map(repr, coords))
            raise PositionError(f"coordinates are whole numbers, not {shown}") from None
        program = self.system.programs[0]
        if min(place) < 0 and program.domain is not None:
            raise PositionError(f"the law is about coordinates from 0 on, not about {place}")
        if not program.legal(place):
            raise PositionError(f"{place} is no position of {program.name}")
        return self.candidate.label(place)

    def _shown(self, label: Any) -> Any:
        if self.what in ("outcome", "misere"):
            from lastmove.solve.outcome import Outcome

            return Outcome(_LETTERS[label])
        return label

    def winning_moves(self, *coords: int, player: str | None = None) -> list[Any]:
        """Return the options that win for whoever moves at a position of any size.

        Parameters
        ----------
        *coords : int
            The position.
        player : {"left", "right"}, optional
            Who moves, in a partizan game.

        Returns
        -------
        list
            Positions, each of the game that the move leads into; lists of such for an option that
            is a sum. A law from a certificate knows no rules: it gives tuples of coordinates, with
            the name of the game in front where that is another one. Where a coordinate is large,
            some of the moves that win, so that the list is short at any size; of moves to sums,
            those of which a law of outcomes tells that they win.

        Raises
        ------
        PositionError
            If it is not a legal position, or there is no such player.
        LimitExceeded
            If the player wins and no move that does was found.

        Examples
        --------
        >>> import lastmove as lm
        >>> lm.rulesets.get("kayles").law().winning_moves(10**18)[0]
        [kayles(1), kayles(999999999999999997)]
        """
        self.label(coords)
        if player not in (None, "left", "right"):
            raise PositionError(f'a player is "left" or "right", not {player!r}')
        from lastmove.laws.play import Play

        place = tuple(map(index, coords))
        if self._play is None:
            self._play = Play(self.candidate, self.system, self.certificate, self.bound)
        # Sums of the same parts in another order are the same.
        found: dict[Any, Any] = {}
        for option in self._play.moves(place, 1 if player == "right" else 0):
            made = [self._position(part) for part in option]
            found.setdefault(tuple(sorted(option)), made[0] if len(made) == 1 else made)
        return list(found.values())

    def _position(self, part: Sequence[int]) -> Any:
        game, *coords = part
        if self.rules is None:
            return (*([self.system.programs[game].name] if game else []), *coords)
        rules = self.system.games[game][0] if game else self.rules
        return rules(*coords)

    def explain(self, *coords: int) -> str:
        """Return in a sentence which case of the law a position is, and what to play.

        Parameters
        ----------
        *coords : int
            A position of any size.

        Raises
        ------
        PositionError
            If it is not a legal position.

        Examples
        --------
        >>> import lastmove as lm
        >>> print(lm.rulesets.get("bash").law(what="outcome").explain(10))
        n mod 4 = 2: N; play n - 2, to bash(8)
        """
        from lastmove.laws.look import explain

        return explain(self, coords)

    # Truth

    def prove(self) -> Law:
        """Check the certificate again, or try once more to find one; return this law.

        The result is in `status`.
        """
        if self.certificate is None:
            from lastmove.laws.base import Sample
            from lastmove.laws.find import proof

            sample = Sample(self.system, self.what, (self.bound + 1,) * len(self.names))
            self.certificate, self.why_not_proved = proof(self.candidate, sample)
        else:
            try:
                check(self.certificate)
            except Rejected as reason:
                self.certificate, self.why_not_proved = None, str(reason)
        if self.status != "REFUTED":
            self.status = self._proved()
        return self

    def _proved(self) -> str:
        if self.certificate is None:
            return "CHECKED"
        return "PROVED_BY_SOLVER" if self.certificate["kind"] == "solver" else "PROVED"

    def smtlib(self, folder: str | Path | None = None) -> dict[str, str]:
        """Return SMT-LIB 2 scripts that prove the law if none of them is satisfiable.

        Parameters
        ----------
        folder : str or Path, optional
            Where to write them as well, a file each, named by a number.

        Returns
        -------
        dict of str to str
            What each script asks, and the script.

        Raises
        ------
        LastmoveError
            If the rules or the law cannot be written with linear comparisons and remainders.

        Examples
        --------
        >>> import lastmove as lm
        >>> law = lm.rulesets.get("game_of_cards").law(what="outcome")
        >>> list(law.smtlib())[-1]
        'no move from N leads to P'
        """
        from pathlib import Path

        from lastmove.laws.base import NoProof, Sample
        from lastmove.laws.smt import scripts

        try:
            found = scripts(self.candidate, Sample(self.system, self.what, [1] * len(self.names)))
        except NoProof as reason:
            raise LastmoveError(f"there are no SMT-LIB scripts: {reason}") from None
        if folder is not None:
            Path(folder).mkdir(parents=True, exist_ok=True)
            for number, (name, script) in enumerate(found.items()):
                (Path(folder) / f"{number:02}.smt2").write_text(f"; {name}\n{script}")
        return found

    def check(self, bound: int) -> Law:
        """Compare the law with search at all positions with coordinates up to a bound.

        Returns
        -------
        Law
            This law; if a position contradicts it, its status is now ``"REFUTED"``.
        """
        from lastmove.laws.game import tabulate

        table = tabulate(self.system, self.what, (bound + 1,) * len(self.names))
        wrong = self.candidate.mismatch(table)
        if wrong is not None:
            self.status, self.position = "REFUTED", wrong
        else:
            self.bound = max(self.bound, bound)
        return self

    # Forms

    def table(self, *extents: int) -> Array:
        """Return the law's answers on a box, as labels (0 = P, 1 = N, 2 = L, 3 = R)."""
        import numpy as np

        legal = self.system.programs[0].legal
        made = np.full(extents, -1, dtype=object if self.what == "value" else np.int64)
        for coords in np.ndindex(*extents):
            if legal(coords):
                made[coords] = self.candidate.label(coords)
        return made

    def emit(self, language: str, *, io: str | None = None) -> str:
        """Return source code that computes the law, standalone and safe for 64-bit numbers.

        Parameters
        ----------
        language : {"cpp", "python", "brute-cpp", "brute-python", "generator"}
            The law in C++17 or Python; or the plain search from the rules, to test against; or a
            Python program that prints random inputs.
        io : str, optional
            A template of input and output, such as
            ``"T; c0 c1 c2 c3 -> Case #{i}: {Rabbit|Horse}"``; without it only the function
            ``law``. See `lastmove.laws.source.template.Template`.

        Returns
        -------
        str
            The source. The function returns 0 = P, 1 = N, 2 = L, 3 = R for outcomes.

        Raises
        ------
        ValueError
            If the language or the template is not understood, or the law has no such code.

        Examples
        --------
        >>> import lastmove as lm
        >>> scope = {}
        >>> exec(lm.rulesets.get("bash").law().emit("python"), scope)
        >>> scope["law"](10**18 + 3)
        3
        """
        from lastmove.laws.emit import emit

        return emit(self, language, io=io)

    def emitted_names(self) -> list[str]:
        """Return the names of the coordinates in emitted code.

        They are those of the rules, except where such a name is taken there. Templates have the
        names of the rules.
        """
        from lastmove.laws.emit import names_of

        return names_of(self)

    def grid(
        self,
        *extents: int,
        at: dict[str, int] | None = None,
        starts: Sequence[int] | None = None,
    ) -> Grid:
        r"""Return the law's answers on a box, to look at: it prints and draws itself.

        Parameters
        ----------
        *extents : int
            How many values each coordinate takes, except those in `at`; without them about
            two periods, or a few.
        at : dict, optional
            Values of coordinates that are to stay as they are, by name.
        starts : sequence of int, optional
            The first value of each coordinate that is open; by default 0.

        Returns
        -------
        Grid

        Raises
        ------
        ValueError
            If these do not fit the law's coordinates, or there are too many cells.

        Examples
        --------
        >>> import lastmove as lm
        >>> law = lm.rulesets.get("game_of_cards").law(what="outcome")
        >>> print(law.grid(3, 6, at={"c2": 0, "c3": 0}, starts=(100, 300)))
        c0\c1 | 300 301 302 303 304 305
        ------+------------------------
          100 |   P   P   N   P   P   N
          101 |   N   N   P   N   N   P
          102 |   P   P   N   P   P   N
        """
        from lastmove.laws.look import grid

        return grid(self, extents, at, starts)

    def latex(self) -> str:
        r"""Return the law as a LaTeX formula, without dollar signs around it.

        Examples
        --------
        >>> import lastmove as lm
        >>> print(lm.rulesets.get("nim").law(arity=2).latex())
        \mathit{heaps}_{0} \oplus \mathit{heaps}_{1}
        """
        from lastmove.laws.look import tex_name

        return self.candidate.describe([tex_name(name) for name in self.names], latex=True)

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self.latex()}$"

    def _repr_html_(self) -> str:
        from lastmove.laws.look import html

        return html(self)

    def text(self, *, symbols: bool = True) -> str:
        """Return the law as a person would write it, in lines.

        Parameters
        ----------
        symbols : bool, default True
            Whether to use the signs of mathematics, such as ≥, for those of programs.
        """
        from lastmove.laws.look import in_symbols

        name = self.system.programs[0].name
        head = f"{name}({self._arguments()}), {self.what}, {self._status()}"
        body = self.candidate.describe(self.names)
        body = in_symbols(body) if symbols else body
        return head + ":\n" + "\n".join(f"  {line}" for line in body.splitlines())

    def _arguments(self) -> str:
        return ", ".join(self.names)

    def __str__(self) -> str:
        return self.text()

    def _status(self) -> str:
        if self.status == "CHECKED":
            return f"CHECKED({self.bound})"
        return f"REFUTED{self.position}" if self.status == "REFUTED" else self.status

    def __repr__(self) -> str:
        return f"<law of {self.system.programs[0].name}: {self.what}, {self._status()}>"
