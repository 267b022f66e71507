# task: accumulated_step
# mistake: summed-the-losses
# fails: accumulated_step.four_samples_three_at_a_time, accumulated_step.returns_the_mean_over_the_whole_batch
"""Right gradients, but the losses are only added up."""


def accumulated_step(model, optimizer, loss_fn, inputs, targets, micro_batch):
    optimizer.zero_grad()
    total = 0.0
    for x, y in zip(inputs.split(micro_batch), targets.split(micro_batch)):
        loss = loss_fn(model(x), y)
        (loss * len(x) / len(inputs)).backward()
        total += loss.item()
    optimizer.step()
    return total
