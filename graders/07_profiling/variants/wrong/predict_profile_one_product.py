# task: predict_profile
# mistake: none
# fails: predict_profile.how_often_it_multiplies
"""Counts one product where there are two."""


def predict_profile():
    return {"forward": 3, "aten::mm": 3, "aten::item": 4}
