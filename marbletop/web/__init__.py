"""Tables in a browser: pages and drawings made in Python, kept up to date by a stream. docs/web.md explains it."""
