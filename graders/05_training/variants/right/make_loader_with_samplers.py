# task: make_loader
"""Spells out the samplers that shuffle and drop_last stand for."""

from torch.utils.data import BatchSampler, RandomSampler, SequentialSampler


def make_loader(dataset, batch_size, *, train, num_workers=0, seed=0):
    if train:
        generator = torch.Generator()
        generator.manual_seed(seed)
        sampler = RandomSampler(dataset, generator=generator)
    else:
        sampler = SequentialSampler(dataset)
    batches = BatchSampler(sampler, batch_size, drop_last=train)
    return DataLoader(dataset, batch_sampler=batches, num_workers=num_workers,
                      pin_memory=torch.cuda.is_available())
