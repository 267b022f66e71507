# task: to_rows
# mistake: cut-the-graph
# fails: to_rows.gradients_flow_through_rows
""".data is cut off from the graph."""


def to_rows(x, width):
    return x.data.view(-1, width)
