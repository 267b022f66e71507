"""Unit 3, the checks that you may read: small numbers, to be followed by hand."""

import torch

from course.checks import assert_equal, assert_number, assert_tensor, check, expect, fail, mistake, task

task(
    "predict_gradients",
    hints=(
        "Keep a table with two columns, x and x.grad, and go line by line. Only some lines touch x, only some touch x.grad.",
        "backward() adds to x.grad, step() only reads it, zero_() leaves zeros, optimizer.zero_grad() leaves None. "
        "Lines 6 and later see the x that step() made.",
    ),
)
task(
    "clear_gradients",
    hints=(
        "Walk over the parameters once. Ask of each: is there a gradient at all?",
        "Assign to the attribute `.grad` of the parameter, or change the gradient tensor in place. The parameter's own "
        "numbers stay.",
    ),
)
task(
    "train_step",
    hints=(
        "Four moves: clear, forward, backward, step. The gradients must survive from backward() to step().",
        "Clear before backward() or after step(), never in between; return the loss that you called backward() on, "
        "as a Python number.",
    ),
)
task(
    "accumulated_step",
    hints=(
        "Give each chunk's mean loss the weight that its share of the samples deserves.",
        "Scale before backward(): chunk loss times (samples in the chunk / samples in the batch). Clear once before the "
        "loop, step once after it.",
    ),
)
task(
    "train_accumulating",
    hints=(
        "Write down, for 7 batches and every=3, after which batches a step is due and by what each loss is divided.",
        "Fetch up to `every` batches into a list, divide by the length of that list, step, clear, and go on until "
        "nothing is left.",
    ),
)
task(
    "gradient_norm",
    hints=(
        "Imagine all gradients laid end to end in one long vector.",
        "Add up the squares of all numbers in all gradients, then take one square root.",
    ),
)

mistake(
    "backward-overwrites", "You let backward() replace the gradient. It adds to what is already in x.grad."
)
mistake("stepped-never", "optimizer.step() was never called, so the gradients were computed for nothing.")
mistake(
    "gradients-leak",
    "The gradients of the update before are still in there: backward() adds, and step() does not clear. "
    "Clear once per update.",
)
mistake(
    "cleared-before-step",
    "The gradients were cleared between backward() and step(), so the optimizer found none. "
    "Clear before backward() or after step().",
)
mistake(
    "gradient-never-came",
    "No gradient reached the parameters: backward() was not called, or the loss had been cut from its graph before "
    "(.item(), .detach(), torch.tensor, no_grad).",
)
mistake(
    "stepped-before-backward",
    "optimizer.step() ran before this call's backward(), so it found no gradient, and the new one was left "
    "lying there.",
)
mistake(
    "returned-a-tensor",
    "You returned a tensor where a Python number is wanted. It may keep a whole graph alive; "
    ".item() takes the number out.",
)
mistake(
    "loss-after-the-update",
    "You returned the loss of the model after its update. Wanted is the loss whose backward() "
    "made the update; no second forward is needed.",
)
mistake(
    "zeroed-the-parameter",
    "You cleared the parameter itself. Its numbers are what the model has learnt; what should go "
    "is its `.grad`.",
)
mistake(
    "gradient-untouched",
    "The gradients are as they were. Perhaps you assigned to a name of your own (g = p.grad, then g = ...), which "
    "moves only that name; assign to p.grad, or change it in place.",
)
mistake("always-none", "set_to_none=False gave None. It asks for a gradient tensor full of zeros.")
mistake(
    "always-zeros", "set_to_none=True left a tensor of zeros. It asks for None, which gives the memory back."
)
mistake(
    "no-division",
    "The gradients of the chunks were added up without weights. Each chunk's loss is already a mean, "
    "and a sum of means is too large, by about the number of chunks.",
)
mistake(
    "equal-chunk-weights",
    "Every chunk got the same weight, though the last chunk is smaller. Weigh each chunk by its share of "
    "the samples.",
)
mistake(
    "divided-by-the-micro-batch",
    "You divided by micro_batch. The loss is already a mean over the chunk; what is left to weigh is "
    "how large the chunk is within the whole batch.",
)
mistake(
    "zeroed-inside-the-loop",
    "Only the last gradient reached the step: the gradients were cleared inside the loop, or backward() was called "
    "outside of it. Clear once per update, and call backward() for each loss.",
)
mistake(
    "averaged-only-the-number",
    "The loss that you return is averaged, the gradients are not. Dividing a loss after its "
    "backward() changes only a number; scale it before, or scale the gradients.",
)
mistake(
    "stepped-every-chunk",
    "optimizer.step() ran more than once. The chunks are to be added up first, for one update.",
)
mistake(
    "index-off-by-one",
    "The first step came after a single batch: an index that starts at 0 has remainder 0 at once. "
    "Count batches, not indices.",
)
mistake(
    "tail-dropped", "The batches after the last full window never made a step. They deserve one of their own."
)
mistake(
    "tail-divided-by-every",
    "The last, shorter window was divided by `every`. Divide by how many batches are in it.",
)
mistake(
    "loss-of-the-last-chunk",
    "You returned the loss of the last chunk alone. Wanted is the mean over the whole batch.",
)
mistake(
    "summed-the-losses", "You returned the sum of the chunks' losses. Wanted is the mean over all samples."
)
mistake(
    "stepped-every-batch",
    "There was a step after every single batch. Collect `every` batches, then step once.",
)
mistake("counted-the-batches", "You counted batches. Wanted is how many times the optimizer stepped.")
mistake(
    "counted-full-windows",
    "You counted the full windows only. The shorter window at the end made a step as well.",
)
mistake(
    "left-a-gradient",
    "The last gradient is still there. Whoever calls backward() next would add to it; clear after the "
    "last step too.",
)
mistake("sum-of-norms", "You added up the norms of the gradients. Lengths do not add up, their squares do.")
mistake("forgot-the-root", "You returned the sum of squares. The norm is its square root.")
mistake("largest-gradient-only", "You returned the norm of one gradient. All of them together are wanted.")
mistake("one-norm", "You added up absolute values. The 2-norm adds squares and takes the root.")
mistake("norm-of-the-values", "You measured the parameters themselves. Measure their `.grad`.")


@check("predict_gradients")
def test_backward_adds(student):
    """ten entries; the first two lines of the program"""
    answer = student.predict_gradients()
    expect(
        isinstance(answer, (list, tuple)),
        f"The answer is of type {type(answer).__name__}; wanted is a list of ten entries.",
    )
    expect(
        len(answer) == 10,
        f"The answer has {len(answer)} entries; the program has ten numbered lines, so ten are wanted.",
    )
    for line, entry in enumerate(answer, start=1):
        expect(
            entry is None or (isinstance(entry, (int, float)) and not isinstance(entry, bool)),
            f"Entry {line} is {entry!r}; wanted is a number, or None where x.grad is None.",
        )
    # x is 1: the derivative of x ** 2 is 2, and line 2 adds the derivative of 3 * x, which is 3.
    expect(answer[0] == 2, f"After line 1 x.grad is 2, the derivative of x ** 2 at 1. You wrote {answer[0]}.")
    if answer[1] != 5:
        fail(
            f"After line 2 x.grad is 5, not {answer[1]}.",
            mistake="backward-overwrites" if answer[1] == 3 else None,
        )


@check("clear_gradients")
def test_none_or_zeros(student):
    """two parameters with the gradients [3, 4] and [5] lose them, both ways"""

    def probe(submission, values, gradients, how):
        import torch

        parameters = [torch.nn.Parameter(value.clone()) for value in values]
        for parameter, gradient in zip(parameters, gradients, strict=True):
            parameter.grad = gradient.clone()
        submission.clear_gradients(parameters, **how)
        return [parameter.detach() for parameter in parameters], [parameter.grad for parameter in parameters]

    values = [torch.tensor([1.0, 2.0]), torch.tensor([7.0])]
    gradients = [torch.tensor([3.0, 4.0]), torch.tensor([5.0])]
    for how in ({}, {"set_to_none": False}):
        call = f"clear_gradients([p, q]{''.join(f', {key}={value}' for key, value in how.items())})"
        after, left = student.observe(probe, values, gradients, how)
        untouched = [
            now is not None and torch.equal(now, old) for now, old in zip(left, gradients, strict=True)
        ]
        for name, value, now, same in zip("pq", values, after, untouched, strict=True):
            expect(
                torch.equal(now, value),
                f"{call} changed the parameter {name}: it was {value.tolist()} and is now {now.tolist()}.",
                mistake="zeroed-the-parameter" if same and not now.any() else None,
            )
        for name, gradient, same in zip("pq", gradients, untouched, strict=True):
            expect(
                not same,
                f"After {call} {name}.grad is still {gradient.tolist()}.",
                mistake="gradient-untouched" if all(untouched) else None,
            )
        for name, gradient, now in zip("pq", gradients, left, strict=True):
            if not how:
                expect(
                    now is None,
                    f"After {call} {name}.grad is a tensor; wanted is None.",
                    mistake="always-zeros" if now is not None and not now.any() else None,
                )
            else:
                expect(
                    now is not None,
                    f"After {call} {name}.grad is None; wanted is a tensor of zeros.",
                    mistake="always-none",
                )
                assert_tensor(now, torch.zeros_like(gradient), what=f"{name}.grad after {call}")


def refuse_nothing(value, task):
    """A sentence for None, and one for a tensor."""
    expect(
        value is not None,
        f"{task} returned None (no `return`, or a name that is still None).",
        mistake="returned-nothing",
    )
    expect(
        not isinstance(value, torch.Tensor),
        f"{task} returned a tensor; wanted is a Python float.",
        mistake="returned-a-tensor",
    )


@check("train_step")
def test_two_steps_by_hand(student):
    """two steps of one weight: from 1.0 to 1.4 to 1.48"""

    def probe(submission):
        import torch

        model = torch.nn.Linear(1, 1, bias=False)
        torch.nn.init.ones_(model.weight)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        calls, arrived = [], []
        optimizer.register_step_post_hook(lambda *_: calls.append("step"))
        model.weight.register_hook(lambda gradient: arrived.append(bool(gradient.any())))
        seen = []
        for _ in range(2):
            loss = submission.train_step(
                model, optimizer, torch.nn.MSELoss(), torch.tensor([[2.0]]), torch.tensor([[3.0]])
            )
            gradient = model.weight.grad
            seen.append(
                (
                    loss,
                    round(model.weight.item(), 4),
                    len(calls),
                    None if gradient is None else gradient.item(),
                )
            )
        return *seen, arrived

    (loss, weight, steps, left), (second_loss, second_weight, _, _), arrived = student.observe(probe)
    # Prediction 2, wanted 3: loss 1, gradient 2 * (2 - 3) * 2 = -4, weight 1 + 0.1 * 4.
    expect(steps > 0, "optimizer.step() was never called.", mistake="stepped-never")
    if weight == 1.0:
        expect(
            left or any(arrived) or not arrived,
            "After one call the weight is still 1.0: backward() brought a gradient of zero. Does every sample take part?",
        )
        fail(
            "After one call the weight is still 1.0, though optimizer.step() ran; one step makes it 1.4.",
            mistake="stepped-before-backward"
            if left
            else "cleared-before-step"
            if arrived
            else "gradient-never-came",
        )
    assert_number(weight, 1.4, what="the weight after one call", rtol=1e-3)
    # Prediction 2.8: loss 0.04, gradient -0.8, weight 1.4 + 0.08. With the old -4 still there: 1.4 + 0.48.
    assert_number(
        second_weight, 1.48, what="the weight after two calls", rtol=1e-3, mistakes={"gradients-leak": 1.88}
    )
    refuse_nothing(loss, "train_step")
    assert_number(
        loss, 1.0, what="the loss of the first call", rtol=1e-3, mistakes={"loss-after-the-update": 0.04}
    )
    assert_number(second_loss, 0.04, what="the loss of the second call", rtol=1e-3)


@check("accumulated_step")
def test_four_samples_three_at_a_time(student):
    """four samples in chunks of three: one step, from 1.0 to 1.15"""

    def probe(submission):
        import torch

        model = torch.nn.Linear(1, 1, bias=False)
        torch.nn.init.ones_(model.weight)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        calls = []
        optimizer.register_step_post_hook(lambda *_: calls.append("step"))
        inputs, targets = (
            torch.tensor([[1.0], [2.0], [3.0], [3.0]]),
            torch.tensor([[0.0], [1.0], [2.0], [6.0]]),
        )
        loss = submission.accumulated_step(model, optimizer, torch.nn.MSELoss(), inputs, targets, 3)
        return loss, round(model.weight.item(), 4), len(calls)

    loss, weight, steps = student.observe(probe)
    # The predictions 1, 2, 3, 3 miss by 1, 1, 1, -3: losses 1, 1, 1, 9, mean 3.
    # Gradients 2 * miss * input: 2, 4, 6, -18, mean -1.5. The chunks' means: losses 1 and 9, gradients 4 and -18.
    expect(
        steps > 0, "accumulated_step never called optimizer.step(); once is wanted.", mistake="stepped-never"
    )
    expect(
        steps == 1,
        f"accumulated_step called optimizer.step() {steps} times; once is wanted.",
        mistake="stepped-every-chunk",
    )
    is_average = isinstance(loss, float) and min(abs(loss - 3.0), abs(loss - 5.0)) < 1e-3
    equal_weights = min(
        (1 - 0.1 * (4 - 18) * share for share in (1 / 2, 3 / 4)), key=lambda guess: abs(guess - weight)
    )
    last_chunk_only = min(
        (1 + 0.1 * 18 * share for share in (1, 1 / 2, 1 / 4)), key=lambda guess: abs(guess - weight)
    )
    assert_number(
        weight,
        1.15,
        what="the weight after one call (the mean gradient is -1.5)",
        rtol=1e-3,
        mistakes={
            "averaged-only-the-number" if is_average else "no-division": 1 - 0.1 * (4 - 18),
            "equal-chunk-weights": equal_weights,
            "divided-by-the-micro-batch": 1 - 0.1 * (4 - 18) / 3,
            "zeroed-inside-the-loop": last_chunk_only,
        },
    )
    refuse_nothing(loss, "accumulated_step")
    assert_number(
        loss,
        3.0,
        what="the mean loss of the four samples",
        rtol=1e-3,
        mistakes={
            "equal-chunk-weights": 5.0,
            "loss-of-the-last-chunk": 9.0,
            "summed-the-losses": 10.0,
            "loss-after-the-update": 2.904375,  # misses of 1.15, 1.3, 1.45 and -2.55
        },
    )


@check("train_accumulating")
def test_three_batches_in_twos(student):
    """three batches, every=2: two steps, from 1.0 to 0.6 to 0.4"""

    def probe(submission):
        import torch

        model = torch.nn.Linear(1, 1, bias=False)
        torch.nn.init.ones_(model.weight)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        forwards, steps = [], []
        model.register_forward_hook(lambda *_: forwards.append("forward"))
        optimizer.register_step_post_hook(
            lambda *_: steps.append((len(forwards), round(model.weight.item(), 4)))
        )
        batches = [(torch.tensor([[1.0]]), torch.tensor([[target]])) for target in (0.0, -2.0, -0.4)]
        count = submission.train_accumulating(model, optimizer, torch.nn.MSELoss(), batches, 2)
        gradient = model.weight.grad
        return count, steps, None if gradient is None else gradient.item()

    count, steps, left = student.observe(probe)
    # The gradient of a batch is 2 * (weight - target). The first two give 2 and 6, mean 4: the weight goes from 1 to 0.6.
    # The third stands alone: 2 * (0.6 + 0.4) = 2, the weight goes to 0.4.
    seen, weights = [batches for batches, _ in steps], [weight for _, weight in steps]
    expect(steps, "train_accumulating never called optimizer.step().", mistake="stepped-never")
    if len(weights) != 2 or any(
        abs(got - want) > 1e-3 for got, want in zip(weights, (0.6, 0.4), strict=True)
    ):
        first, *rest = weights
        known = {0.2: "no-division", 0.7: "zeroed-inside-the-loop", 0.4: "zeroed-inside-the-loop"}
        if seen == [1, 3]:
            known = {first: "index-off-by-one"}
        elif seen == [1, 2, 3]:
            known = {first: "stepped-every-batch"}
        elif first == 0.6:
            known = {
                0.6: {(): "tail-dropped", (0.5,): "tail-divided-by-every", (0.0,): "gradients-leak"}.get(
                    tuple(rest)
                )
            }
        fail(f"The weight after each step was {weights}; wanted is [0.6, 0.4].", mistake=known.get(first))
    expect(
        count is not None,
        "train_accumulating returned None (no `return`, or a name that is still None).",
        mistake="returned-nothing",
    )
    assert_equal(
        count,
        2,
        what="the number of steps that you return",
        mistakes={"counted-the-batches": 3, "counted-full-windows": 1},
    )
    expect(
        not left,
        f"A gradient of {left} is left after the last step; wanted is None or zero.",
        mistake="left-a-gradient",
    )


@check("gradient_norm")
def test_five_and_twelve_make_thirteen(student):
    """the gradients [3, -4] and [[4, 4], [4, 8], [4, 4]] have the norm 13 together"""

    def probe(submission):
        import torch

        first, second = (
            torch.nn.Parameter(torch.tensor([6.0, 6.0])),
            torch.nn.Parameter(torch.tensor([[4.0, 4.0], [4.0, 1.0], [0.0, 0.0]])),
        )
        first.grad = torch.tensor([3.0, -4.0])
        second.grad = torch.tensor([[4.0, 4.0], [4.0, 8.0], [4.0, 4.0]])
        return submission.gradient_norm([first, second])

    norm = student.observe(probe)
    refuse_nothing(norm, "gradient_norm")
    # 9 + 16 = 25, and 5 * 16 + 64 = 144, together 169. The two lengths are 5 and 12; the parameters themselves have the length 11.
    assert_number(
        norm,
        13.0,
        what="the norm of the two gradients together",
        mistakes={
            "sum-of-norms": 17.0,
            "forgot-the-root": 169.0,
            "one-norm": 35.0,
            "norm-of-the-values": 11.0,
            "largest-gradient-only": 12.0,
        },
    )
