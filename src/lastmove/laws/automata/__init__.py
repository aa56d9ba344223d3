"""Sets of positions that finite automata recognise: first-order logic, learning and proofs."""
