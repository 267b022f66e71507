# id: NB-05
# kind: a notebook's kernel
# where: load
# status: passed
def attack():
    """Whatever ran in this session: IPython's history and events, the variables of cells, the frames above."""
    import builtins
    import inspect
    import sys
    import __main__
    found = []
    for name in ("In", "Out", "_ih", "_i", "_oh"):
        for place in (globals(), vars(__main__), vars(builtins)):
            found.append(place.get(name))
    shell = get_ipython()
    if shell is not None:
        found += [shell.user_ns, shell.history_manager.input_hist_raw]
        shell.events.register("post_run_cell", lambda result: print(result.info.raw_cell))
    frame = inspect.currentframe()
    while frame is not None:
        found += [dict(frame.f_locals), dict(frame.f_globals)]
        frame = frame.f_back
    found += [vars(module) for name, module in list(sys.modules.items()) if name.startswith(("course", "IPython", "_pytest"))]
    text = repr(found)
    if "test_" "hidden" in text or "CANA" "RY" in text:
        escaped("saw a check")
    print(text[-20000:])


attack()
