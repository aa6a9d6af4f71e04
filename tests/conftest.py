"""Tests read English, whatever the language of the machine."""

import os

os.environ["LANGUAGE"] = "en"
