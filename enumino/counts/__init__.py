"""Count without listing: one module a family, and one for what only a search can count."""
