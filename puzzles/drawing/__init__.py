"""Pictures of boards, positions and plans, as SVG documents."""
