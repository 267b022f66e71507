# task: choose_dtype
# mistake: unknown-purpose-accepted
# fails: choose_dtype.an_ampere_and_a_turing_card, choose_dtype.the_rest_of_the_table
"""Raises KeyError for an unknown purpose."""

def choose_dtype(purpose, capability):
    narrow = torch.float16 if (capability or (0, 0)) < (8, 0) else torch.bfloat16
    matmul = torch.float32 if (capability or (0, 0)) < (7, 0) else narrow
    return {"matmul": matmul, "optimizer_state": torch.float32, "master_weights": torch.float32}[purpose]
