"""Questions about alhambra."""
