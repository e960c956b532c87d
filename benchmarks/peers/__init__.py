"""Plain models of the layout puzzle in other solvers: second opinions, written from the rules alone."""
