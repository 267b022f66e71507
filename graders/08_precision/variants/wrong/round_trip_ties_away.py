# task: round_trip
# mistake: ties-go-to-even
# fails: round_trip.257_becomes_256_in_bf16
"""Rounds ties away from zero in bf16."""

def round_trip(x, dtype):
    if dtype != torch.bfloat16:
        return x.to(dtype).float()
    nearest = ((x.contiguous().view(torch.int32) + 0x8000) & -65536).view(torch.float32)
    return torch.where(x.isfinite(), nearest, x)
