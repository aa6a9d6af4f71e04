def scene(view, box, names=None):
    return None
