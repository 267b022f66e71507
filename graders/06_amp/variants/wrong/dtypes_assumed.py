# task: output_dtypes
# mistake: one-dtype-for-all
# fails: output_dtypes.an_embedding_and_a_linear_layer, output_dtypes.leaves_of_a_nested_model, output_dtypes.hooks_are_as_before
"""Lists autocast's dtype for every leaf."""


def output_dtypes(model, inputs, device_type, dtype):
    return {n: dtype for n, m in model.named_modules() if not list(m.children())}
