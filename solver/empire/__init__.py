"""Questions about empire."""
