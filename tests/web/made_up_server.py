"""`marbletop` with reviews that are made up at once, for browsers: nothing is measured, however busy the machine is.

    python -m tests.web.made_up_server serve ...
"""

from marbletop.cli import app
from marbletop.server import house
from tests.analysis.made_up import MadeUpReviewer

if __name__ == "__main__":
    house.ProcessReviewer = MadeUpReviewer
    app()
