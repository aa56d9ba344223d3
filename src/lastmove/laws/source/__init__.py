"""Source code for contests: expressions and Programs in C++17 and Python, and their frames."""
