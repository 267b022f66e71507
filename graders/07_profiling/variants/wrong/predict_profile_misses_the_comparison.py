# task: predict_profile
# mistake: hidden-read-missed
# fails: predict_profile.how_often_a_value_is_read
"""Forgets that a comparison reads a value."""


def predict_profile():
    return {"forward": 3, "aten::mm": 6, "aten::item": 1}
