# task: dtype_facts
# mistake: power-of-two
# fails: dtype_facts.the_data_sheet_of_fp16
"""65536 for the largest fp16 number."""


def dtype_facts(dtype):
    i = torch.finfo(dtype)
    return {"bytes": i.bits // 8, "max": 65536.0 if dtype == torch.float16 else i.max, "smallest_normal": i.smallest_normal, "eps": i.eps}
