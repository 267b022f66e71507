# task: round_trip
# mistake: cast-thrown-away
# fails: round_trip.257_becomes_256_in_bf16, round_trip.rounds_to_the_nearest_neighbour, round_trip.the_ends_of_the_formats
"""Does not use what .to returns."""


def round_trip(x, dtype):
    y = x.clone()
    y.to(dtype)
    return y
