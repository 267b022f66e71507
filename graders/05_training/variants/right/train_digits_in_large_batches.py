# task: train_digits
"""Batches of 128, a wider layer, a larger rate."""


def train_digits(data_dir, *, epochs=5, seed=0):
    torch.manual_seed(seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    tf = transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.1307,), (0.3081,))])
    tr = datasets.MNIST(data_dir, train=True, transform=tf); te = datasets.MNIST(data_dir, train=False, transform=tf)
    model = nn.Sequential(nn.Flatten(), nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 10)).to(device)
    opt = torch.optim.AdamW(model.parameters(), lr=3e-3)
    h = fit(model, make_loader(tr, 128, train=True, seed=seed), make_loader(te, 1000, train=False), nn.CrossEntropyLoss(), opt, make_scheduler(opt, "cosine", epochs), epochs, device)
    return h[-1]["accuracy"]
