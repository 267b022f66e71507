# task: predict_profile
"""Runs the program, which is one way to know."""


def predict_profile():
    x, w, v = torch.ones(4, 6), torch.ones(6, 3), torch.ones(3, 2)
    plan = torch.profiler.schedule(wait=1, warmup=2, active=3, repeat=1)
    with profile(activities=[ProfilerActivity.CPU], schedule=plan) as prof:
        for number in range(9):
            with record_function("forward"):
                total = (x @ w @ v).relu().sum()
            if number % 2 == 0:
                total.item()
            if total > 50:
                pass
            prof.step()
    counts = {row.key: row.count for row in prof.key_averages()}
    return {name: counts[name] for name in ("forward", "aten::mm", "aten::item")}
