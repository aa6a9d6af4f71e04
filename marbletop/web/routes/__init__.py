"""Handlers of requests: who asks, call the server, render. All routes are listed in app.py."""
