"""Values that are enumerated: lattices, polyforms, regions, pieces, coverings and exact covers."""
