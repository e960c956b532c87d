"""What is posed and explained, kind by kind: how puzzles are made, what may be left out, what could be otherwise."""
