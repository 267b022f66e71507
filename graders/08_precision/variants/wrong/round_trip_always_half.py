# task: round_trip
# mistake: wrong-sixteen-bits
# fails: round_trip.257_becomes_256_in_bf16, round_trip.rounds_to_the_nearest_neighbour, round_trip.the_ends_of_the_formats
"""Goes through fp16 whatever the dtype."""


def round_trip(x, dtype):
    return x.half().float()
