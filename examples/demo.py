"""What `make demo` shows: three contest problems answered, and a game solved from its rules."""

import inspect

import lastmove as lm
from lastmove import contest


@lm.impartial
def game_of_cards(c0, c1, c2, c3):
    """Replace two cards whose labels sum to at most 3 by one card with their sum."""
    if c0 >= 1 and c0 + c1 + c2 + c3 >= 2:
        yield c0 - 1, c1, c2, c3
    if c1 >= 2:
        yield c0, c1 - 2, c2 + 1, c3
    if c1 >= 1 and c2 >= 1:
        yield c0, c1 - 1, c2 - 1, c3 + 1


def heading(text: str) -> None:
    """Print a line with a rule under it."""
    print(f"\n{text}\n{'-' * len(text)}")


def judge_samples() -> None:
    """Answer the sample of each judge problem, as `lastmove judge NAME` would."""
    heading("Three contest problems, answered from their closed forms")
    for name in contest.names():
        problem = contest.get(name)
        print(f"\n{problem.title} ({problem.source}): lastmove judge {name}")
        inputs = problem.sample_input.splitlines()
        outputs = contest.answer(name, problem.sample_input).splitlines()
        print("  input: ", " | ".join(inputs))
        print("  output:", " | ".join(outputs))


def game_from_rules() -> None:
    """Go from the rules above to the winner, the winning moves and a table."""
    heading("A game from its rules")
    print(inspect.getsource(game_of_cards.bodies["moves"]))
    position = game_of_cards(2, 2, 2, 2)
    print(f"Two cards of each label: {position}")
    print(f"  outcome        {position.outcome}: {position.outcome.winner}")
    print(f"  Grundy value   {position.grundy} (it is worth a Nim heap of that size; 0 loses)")
    moves = position.winning_moves()
    print(f"  winning moves  {len(moves)} of {len(position.options())}: {moves}")
    print("\nGrundy values with no 0 and no 3 (rows: number of 1s, columns: number of 2s):")
    table = game_of_cards.table(1, 10, 8, 1)[0, :, :, 0]
    print("  1s\\2s  " + " ".join(map(str, range(8))))
    for ones, row in enumerate(table):
        print(f"  {ones:5}  " + " ".join(map(str, row)))
    print("Every third row is 0: with a multiple of three 1s the player to move loses.")
    print(f"\nRuns natively: {game_of_cards.native}. What was made of the rules:\n")
    print(game_of_cards.program)


def try_next() -> None:
    """Say what to type next."""
    heading("Try next")
    print("  . .venv/bin/activate")
    print("  lastmove solve kayles 7")
    print("  lastmove table wythoff --to 9,9")
    print("  lastmove rulesets")


if __name__ == "__main__":
    judge_samples()
    game_from_rules()
    try_next()
