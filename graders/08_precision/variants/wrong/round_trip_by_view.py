# task: round_trip
# mistake: bits-reinterpreted
# fails: round_trip.257_becomes_256_in_bf16, round_trip.rounds_to_the_nearest_neighbour, round_trip.the_ends_of_the_formats
"""Reads the bits as another format."""


def round_trip(x, dtype):
    return x.contiguous().view(dtype).float()
