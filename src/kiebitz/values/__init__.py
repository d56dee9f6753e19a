"""What an open-hand position is worth, at a glance: estimators and how they are trained.

`weights` reads and writes files of learned numbers; `estimator` gives the estimates; `data` makes
labelled positions and `training` fits estimators to them (`kiebitz train values`).
"""
