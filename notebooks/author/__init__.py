"""What makes pages from the chapters: notebooks, slides, the site, the lecturer's page."""
