"""Laws: closed forms found from rules, proved, certified and turned into code."""
