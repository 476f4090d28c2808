"""What is enumerated, as values, from lattices and polyominoes to tilings and exact covers."""
