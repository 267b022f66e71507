# task: predict_profile
# mistake: counted-unrecorded-calls
# fails: predict_profile.how_often_forward_is_recorded, predict_profile.how_often_it_multiplies, predict_profile.how_often_a_value_is_read
"""Counts all nine iterations."""


def predict_profile():
    return {"forward": 9, "aten::mm": 18, "aten::item": 14}
