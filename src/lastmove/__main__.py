"""``python -m lastmove`` is the same as ``lastmove``."""

from lastmove.cli import main

if __name__ == "__main__":
    main()
