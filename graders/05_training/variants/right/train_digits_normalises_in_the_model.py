# task: train_digits
"""Normalize is the first layer of the model."""


def train_digits(data_dir, *, epochs=5, seed=0):
    torch.manual_seed(seed)
    tr = datasets.MNIST(data_dir, train=True, transform=transforms.ToTensor()); te = datasets.MNIST(data_dir, train=False, transform=transforms.ToTensor())
    model = nn.Sequential(transforms.Normalize((0.1307,), (0.3081,)), nn.Flatten(), nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10))
    opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
    h = fit(model, make_loader(tr, 32, train=True, seed=seed), make_loader(te, 256, train=False), nn.CrossEntropyLoss(), opt, make_scheduler(opt, "cosine", epochs), epochs, "cpu")
    return h[-1]["accuracy"]
