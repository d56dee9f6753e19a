"""One module an experiment, each with an EXPERIMENT. Heavy imports belong inside functions."""
