# task: accumulated_step
# mistake: loss-after-the-update
# fails: accumulated_step.four_samples_three_at_a_time, accumulated_step.returns_the_mean_over_the_whole_batch
"""Returns the loss of the updated model."""


def accumulated_step(model, optimizer, loss_fn, inputs, targets, micro_batch):
    optimizer.zero_grad()
    for x, y in zip(inputs.split(micro_batch), targets.split(micro_batch)):
        (loss_fn(model(x), y) * len(x) / len(inputs)).backward()
    optimizer.step()
    with torch.no_grad():
        return loss_fn(model(inputs), targets).item()
