# task: accumulated_step
# mistake: loss-of-the-last-chunk
# fails: accumulated_step.four_samples_three_at_a_time, accumulated_step.returns_the_mean_over_the_whole_batch
"""Returns the loss of the last chunk."""


def accumulated_step(model, optimizer, loss_fn, inputs, targets, micro_batch):
    optimizer.zero_grad()
    for x, y in zip(inputs.split(micro_batch), targets.split(micro_batch)):
        loss = loss_fn(model(x), y)
        (loss * len(x) / len(inputs)).backward()
    optimizer.step()
    return loss.item()
