"""A second, separately written implementation of the games, for tests only."""
