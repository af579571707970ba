"""What a chapter imports while it runs: results, checks, figures, the doctor."""
