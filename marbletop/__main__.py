"""python -m marbletop"""

from .cli import main

main()
