"""Libraries that are installed only by whoever wants them."""


def how_to_install(library: str, extra: str) -> str:
    """What an ImportError says of a library that is missing."""
    return f"{library} is not installed: run pip install 'marbletop[{extra}]'."
