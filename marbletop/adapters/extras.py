"""Libraries that are installed only by whoever wants them."""


def missing(library: str, extra: str) -> ImportError:
    """The error that says how to install what is missing."""
    return ImportError(f"{library} is not installed: run pip install 'marbletop[{extra}]'.")
