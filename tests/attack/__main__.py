"""`python -m tests.attack`: see `attacks.py`."""

from tests.attack.attacks import main

if __name__ == "__main__":
    main()
