"""What is enumerated, as values: polyominoes, regions, pieces, placements, tilings, covers."""
