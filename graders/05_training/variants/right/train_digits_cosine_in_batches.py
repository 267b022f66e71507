# task: train_digits
"""log_softmax and NLLLoss, a cosine that counts batches, its own loop."""


def train_digits(data_dir, *, epochs=5, seed=0):
    torch.manual_seed(seed)
    to_input = transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.1307,), (0.3081,))])
    train_set = datasets.MNIST(str(data_dir), train=True, transform=to_input)
    test_set = datasets.MNIST(str(data_dir), train=False, transform=to_input)
    loader = DataLoader(train_set, batch_size=32, shuffle=True, generator=torch.Generator().manual_seed(seed))
    model = nn.Sequential(nn.Flatten(), nn.Linear(784, 200), nn.GELU(), nn.Linear(200, 10), nn.LogSoftmax(dim=1))
    optimizer = torch.optim.AdamW(model.parameters(), 1e-3)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=epochs * len(loader))
    loss_fn = nn.NLLLoss()
    for _ in range(epochs):
        for images, labels in loader:
            optimizer.zero_grad()
            loss_fn(model(images), labels).backward()
            optimizer.step()
            scheduler.step()
    model.eval()
    right = 0
    with torch.no_grad():
        for images, labels in DataLoader(test_set, batch_size=100):
            right += int((model(images).argmax(1) == labels).sum())
    return right / len(test_set)
