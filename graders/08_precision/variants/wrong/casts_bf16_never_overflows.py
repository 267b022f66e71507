# task: predict_casts
# mistake: ends-are-alike
# fails: predict_casts.the_far_ends
"""Believes that bf16 has exactly the range of fp32."""


def predict_casts():
    return [65504.0, float("inf"), 3.4e38, 256.0, 2052.0, 0.0, 2.0**-24, 1.0078125]
