"""Measurements of speed, memory and quality: `python course.py bench`, one file each."""
