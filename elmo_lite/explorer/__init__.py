"""The explorer: sentence -> word -> layer -> neighbours and map. page.py is the page itself."""
