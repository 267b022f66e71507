# task: train_digits
"""No module at all: matrix products with four parameters."""


def train_digits(data_dir, *, epochs=5, seed=0):
    g = torch.Generator().manual_seed(seed)
    torch.manual_seed(seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    tf = transforms.Compose([transforms.ToTensor(), transforms.Normalize((0.1307,), (0.3081,))])
    train_dl = DataLoader(datasets.MNIST(data_dir, True, tf), 64, shuffle=True, generator=g)
    test_dl = DataLoader(datasets.MNIST(data_dir, False, tf), 64)
    W1 = nn.Parameter(torch.randn(784, 128, device=device) / 28); b1 = nn.Parameter(torch.zeros(128, device=device))
    W2 = nn.Parameter(torch.randn(128, 10, device=device) / 11); b2 = nn.Parameter(torch.zeros(10, device=device))
    def model(x):
        return torch.relu(x.flatten(1) @ W1 + b1) @ W2 + b2
    opt = torch.optim.AdamW([W1, b1, W2, b2], lr=2e-3)
    sch = torch.optim.lr_scheduler.CosineAnnealingLR(opt, epochs)
    for _ in range(epochs):
        for x, y in train_dl:
            opt.zero_grad()
            nn.functional.cross_entropy(model(x.to(device)), y.to(device)).backward()
            opt.step()
        sch.step()
    with torch.no_grad():
        hits = sum((model(x.to(device)).argmax(1).cpu() == y).sum().item() for x, y in test_dl)
    return hits / len(test_dl.dataset)
