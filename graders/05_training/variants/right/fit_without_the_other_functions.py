# task: fit
"""Everything in one loop; the rate comes from the scheduler."""


def fit(model, train_loader, test_loader, loss_fn, optimizer, scheduler, epochs, device, start_epoch=0):
    history, epoch = [], start_epoch
    while epoch < epochs:
        model.train()
        losses = []
        for x, y in train_loader:
            x, y = x.to(device), y.to(device)
            loss = loss_fn(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses += [loss.item()] * len(y)
        model.eval()
        hits = []
        with torch.no_grad():
            for x, y in test_loader:
                hits += (model(x.to(device)).argmax(-1) == y.to(device)).tolist()
        record = dict(epoch=epoch, lr=scheduler.get_last_lr()[0], accuracy=sum(hits) / len(hits),
                      loss=sum(losses) / len(losses))
        scheduler.step()
        history.append(record)
        epoch += 1
    return history
