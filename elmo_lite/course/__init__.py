"""What belongs to the course around the models: its chapters, its notebooks, its doctor."""
