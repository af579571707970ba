"""Reading sentences with a trained biLM: plain.py is the reference, fast.py is used."""
