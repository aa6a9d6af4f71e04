def write_action(state, box, action):
    return str(action)
def diagram(v,b): return "x"
def sentence(n,b,names): return ""
