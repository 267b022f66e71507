# task: dtype_facts
# mistake: sixteens-swapped
# fails: dtype_facts.the_data_sheet_of_fp16, dtype_facts.how_far_each_format_reaches, dtype_facts.how_fine_each_format_is
"""Takes fp16 for bf16 and the other way round."""


def dtype_facts(dtype):
    other = {torch.float16: torch.bfloat16, torch.bfloat16: torch.float16}.get(dtype, dtype)
    i = torch.finfo(other)
    return {"bytes": i.bits // 8, "max": i.max, "smallest_normal": i.smallest_normal, "eps": i.eps}
