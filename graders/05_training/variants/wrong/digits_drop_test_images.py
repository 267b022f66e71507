# task: train_digits
# mistake: none
# fails: train_digits.accuracy_is_that_of_the_test_files
"""Evaluates with a training loader, which drops the last images."""


def train_digits(data_dir, *, epochs=5, seed=0):
    torch.manual_seed(seed)
    transform = transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.1307,), (0.3081,))])
    train_set = datasets.MNIST(data_dir, train=True, download=False, transform=transform)
    test_set = datasets.MNIST(data_dir, train=False, download=False, transform=transform)
    train_loader = make_loader(train_set, 32, train=True, seed=seed)
    test_loader = make_loader(test_set, 64, train=True)
    model = nn.Sequential(nn.Flatten(), nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    scheduler = make_scheduler(optimizer, "cosine", epochs)
    history = fit(model, train_loader, test_loader, nn.CrossEntropyLoss(), optimizer, scheduler, epochs, "cpu")
    return history[-1]["accuracy"]
