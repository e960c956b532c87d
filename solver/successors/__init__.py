"""Questions about successors."""
