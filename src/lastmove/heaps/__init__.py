"""Taking-and-breaking games: long sequences of values, proved periods, surveys, nim arithmetic."""
