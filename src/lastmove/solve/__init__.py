"""How questions about positions are answered: native engine, plain Python engine, tables."""
