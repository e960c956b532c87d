"""Posing puzzles: made from natural positions, with one best answer, nothing superfluous, their difficulty measured."""
