"""A combinatorial game theory workbench."""
