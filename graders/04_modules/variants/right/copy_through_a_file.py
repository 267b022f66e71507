# task: copy_weights
"""Through bytes, as over a network; the error's type is its own."""

import io


class DoesNotFit(RuntimeError):
    pass


def copy_weights(source, target):
    file = io.BytesIO()
    torch.save(source.state_dict(), file)
    file.seek(0)
    result = target.load_state_dict(torch.load(file, weights_only=True), strict=False)
    if result.missing_keys or result.unexpected_keys:
        raise DoesNotFit(f"missing {result.missing_keys}, unexpected {result.unexpected_keys}")
    return target
