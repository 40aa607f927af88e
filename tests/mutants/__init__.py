"""Changes of one line of the product, each of which some test has to notice."""
