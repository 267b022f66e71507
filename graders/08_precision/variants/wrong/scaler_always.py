# task: needs_grad_scaler
# mistake: scaler-for-every-sixteen
# fails: needs_grad_scaler.fp16_does_and_bf16_does_not, needs_grad_scaler.floating_formats, needs_grad_scaler.integers_need_none
"""Always asks for a scaler."""


def needs_grad_scaler(dtype):
    return True
