"""Training a biLM. Chapter 08b."""
