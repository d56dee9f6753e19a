"""`python -m kiebitz` is the command `kiebitz`."""

from kiebitz.app.cli.main import main

if __name__ == "__main__":
    main()
