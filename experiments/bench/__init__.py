"""Measurements of speed and quality: `python course.py bench`, one file each."""
