"""Training a biLM: run.py is one run, command.py its command line. Chapter 08b."""
