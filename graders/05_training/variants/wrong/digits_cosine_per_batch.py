# task: train_digits
# mistake: cosine-swings-back
# fails: train_digits.the_rate_follows_a_cosine
"""A cosine of `epochs` calls, moved in every batch."""


def train_digits(data_dir, *, epochs=5, seed=0):
    torch.manual_seed(seed)
    transform = transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.1307,), (0.3081,))])
    train_set = datasets.MNIST(data_dir, train=True, download=False, transform=transform)
    test_set = datasets.MNIST(data_dir, train=False, download=False, transform=transform)
    model = nn.Sequential(nn.Flatten(), nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=epochs)
    for _ in range(epochs):
        for images, labels in make_loader(train_set, 32, train=True, seed=seed):
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(images), labels).backward()
            optimizer.step()
            scheduler.step()
    return evaluate(model, make_loader(test_set, 256, train=False), "cpu")
