# task: predict_profile
# mistake: counted-unrecorded-calls
# fails: predict_profile.how_often_forward_is_recorded, predict_profile.how_often_it_multiplies, predict_profile.how_often_a_value_is_read
"""Counts the warm-up iterations as recorded."""


def predict_profile():
    return {"forward": 5, "aten::mm": 10, "aten::item": 8}
