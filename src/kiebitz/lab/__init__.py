"""The tables and figures of the papers, each with one command.

An experiment is a small declarative object in a file of its own under `kiebitz.lab.experiments`.
`kiebitz.lab.registry` finds them, `kiebitz.lab.run` runs them, `kiebitz.lab.report` shows what
there is.
"""
