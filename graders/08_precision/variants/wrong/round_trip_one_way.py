# task: round_trip
# mistake: stayed-narrow
# fails: round_trip.257_becomes_256_in_bf16, round_trip.rounds_to_the_nearest_neighbour, round_trip.the_ends_of_the_formats
"""Never casts back."""


def round_trip(x, dtype):
    return x.to(dtype)
