"""How a game is stated: decorators, rules, positions, sums, and tracing to a Program."""
