"""World models: which worlds are possible, and how likely."""
