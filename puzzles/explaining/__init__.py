"""Explaining answers: why nothing is better, what would be, why a question has no answer and what would mend it."""
