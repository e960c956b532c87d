"""Questions about alexandros."""
