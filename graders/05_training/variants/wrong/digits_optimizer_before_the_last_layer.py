# task: train_digits
# mistake: parameters-not-in-the-optimizer
# fails: train_digits.the_rate_follows_a_cosine
"""Replaces the last layer after the optimizer was made."""


def train_digits(data_dir, *, epochs=5, seed=0):
    torch.manual_seed(seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    tf = transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.1307,), (0.3081,))])
    tr = datasets.MNIST(data_dir, train=True, transform=tf); te = datasets.MNIST(data_dir, train=False, transform=tf)
    model = nn.Sequential(nn.Flatten(), nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 64)).to(device)
    opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
    model[3] = nn.Linear(128, 10).to(device)
    h = fit(model, make_loader(tr, 32, train=True, seed=seed), make_loader(te, 256, train=False), nn.CrossEntropyLoss(), opt, make_scheduler(opt, "cosine", epochs), epochs, device)
    return h[-1]["accuracy"]
