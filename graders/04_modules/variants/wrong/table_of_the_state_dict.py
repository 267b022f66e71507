# task: parameter_table
# mistake: buffers-listed
# fails: parameter_table.shared_once_and_no_buffers
"""Lists the state dict."""


def parameter_table(module):
    return [(name, tuple(t.shape), t.numel()) for name, t in module.state_dict().items()]
