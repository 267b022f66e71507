"""course/sandbox/wire.py: what crosses, what does not, and what a hostile frame meets."""

import math

import hypothesis.strategies as st
import numpy
import pytest
import torch
from hypothesis import given, settings

from course.sandbox import wire


def cross(value, pickle_rest=False, trusted=False):
    """A value through a frame, as the other side gets it."""
    encoder = wire.Encoder(pickle_rest=pickle_rest)
    frame = wire.message("answer", {"value": encoder.encode(value)}, encoder)
    sizes = wire.frame_lengths(frame[:8])
    document, storages = wire.unpack(frame[8 : 8 + sizes[0]], frame[8 + sizes[0] :])
    return wire.Decoder(storages, trusted=trusted).decode(document["value"])


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.complex_numbers(allow_nan=False)
    | st.text()
    | st.binary(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text() | st.integers(), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(plain)
def test_plain_data_crosses_unchanged(value):
    got = cross(value)
    assert got == value
    assert type(got) is type(value)


def test_nan_and_infinity_cross():
    got = cross([math.nan, math.inf, -math.inf])
    assert math.isnan(got[0])
    assert got[1:] == [math.inf, -math.inf]


@pytest.mark.parametrize("dtype", sorted(wire.DTYPES - {"complex32"}))
def test_every_dtype_crosses_bit_for_bit(dtype):
    kind = getattr(torch, dtype)
    raw = torch.arange(48, dtype=torch.uint8) % (2 if dtype == "bool" else 251)
    want = raw.view(kind) if dtype != "bool" else raw.bool()
    got = cross(want)
    assert got.dtype == kind
    assert got.view(torch.uint8).tolist() == want.view(torch.uint8).tolist()


def test_strides_offsets_and_shared_storage_survive():
    base = torch.arange(24.0).reshape(2, 3, 4)
    view = base.transpose(0, 2)[1:]
    got_base, got_view = cross((base, view))
    assert got_view.stride() == view.stride()
    assert torch.equal(got_view, view)
    assert got_base.untyped_storage()._cdata == got_view.untyped_storage()._cdata


def test_facts_of_a_tensor_cross_as_data():
    w = torch.randn(3, requires_grad=True)
    loss = (w * 2).sum()
    got_w, got_loss = cross((w, loss))
    assert wire.facts(got_w).requires_grad
    assert wire.facts(got_w).is_leaf
    assert wire.facts(got_loss).grad_fn == "SumBackward0"
    assert not got_w.requires_grad  # only the fact crosses, never a graph


def test_a_meta_tensor_crosses_without_data():
    got = cross(torch.empty(5, 7, device="meta"))
    assert got.shape == (5, 7)
    assert got.device.type == "meta"


def test_arrays_sizes_dtypes_and_devices_cross():
    array = numpy.arange(6, dtype=numpy.int16).reshape(2, 3)
    got = cross((array, torch.Size([2, 3]), torch.float16, torch.device("cpu")))
    assert got[0].dtype == numpy.int16
    assert (got[0] == array).all()
    assert got[1:] == (torch.Size([2, 3]), torch.float16, torch.device("cpu"))


class Liar(torch.Tensor):
    """A subclass, which could answer every comparison as it likes."""


@pytest.mark.parametrize(
    "value",
    [
        torch.randn(2).as_subclass(Liar),
        torch.eye(3).to_sparse(),
        torch.quantize_per_tensor(torch.randn(2), 0.1, 0, torch.qint8),
        (n for n in range(3)),
        object(),
    ],
    ids=["subclass", "sparse", "quantised", "generator", "object"],
)
def test_what_is_not_plain_arrives_as_opaque(value):
    got = cross(value)
    assert isinstance(got, wire.Opaque)
    assert type(value).__name__ in got.type_name


def test_an_object_never_crosses_as_a_pickle_towards_the_host():
    encoder = wire.Encoder(pickle_rest=True)
    node = encoder.encode(len)
    assert node["$"] == "pickle"
    with pytest.raises(wire.ProtocolError, match="pickle"):
        wire.Decoder([]).decode(node)


def test_functions_cross_by_value_towards_the_guest():
    assert cross(lambda x: x + 1, pickle_rest=True, trusted=True)(41) == 42
    assert cross(lambda: torch.backends.mps, pickle_rest=True, trusted=True)() is torch.backends.mps


def test_an_expanded_giant_is_refused_by_the_sender_and_by_the_reader():
    with pytest.raises(wire.TooLarge, match="elements"):
        cross(torch.ones(1).expand(10**12))
    node = tensor_node(shape=[10**12], stride=[0])
    with pytest.raises(wire.ProtocolError, match="shape"):
        wire.Decoder([bytearray(4)]).decode(node)


def test_a_storage_that_was_shrunk_is_refused():
    t = torch.ones(8)
    t.untyped_storage().resize_(0)
    with pytest.raises(wire.ProtocolError, match="more memory than it has"):
        cross(t)


def test_too_many_parts_and_too_deep_nesting_are_refused():
    deep = []
    for _ in range(100):
        deep = [deep]
    with pytest.raises(wire.TooLarge):
        cross(deep)
    with pytest.raises(wire.TooLarge):
        cross(10**5000)
    with pytest.raises(wire.TooLarge):
        cross("x" * (wire.MAX_TEXT + 1))


def tensor_node(**changes):
    node = {"$": "tensor", "dtype": "float32", "device": "cpu", "requires_grad": False, "leaf": True,
            "grad_fn": None, "parameter": False, "grad": None, "shape": [1], "stride": [1], "offset": 0,
            "storage": 0}  # fmt: skip
    return {**node, **changes}


@pytest.mark.parametrize(
    "changes",
    [
        {"dtype": "float33"},
        {"dtype": "__class__"},
        {"shape": [-1]},
        {"shape": [2.5]},
        {"shape": [True]},
        {"shape": [2]},
        {"shape": [1, 1]},
        {"stride": [-4]},
        {"offset": 1},
        {"offset": 2**60},
        {"storage": 7},
        {"storage": "0"},
        {"storage": True},
        {"shape": [1] * 20, "stride": [1] * 20},
        {"shape": None},
        {"grad": {"$": "pickle", "v": ""}},
    ],
    ids=str,
)
def test_a_lying_tensor_is_a_protocol_error(changes):
    with pytest.raises(wire.ProtocolError):
        wire.Decoder([bytearray(4)]).decode(tensor_node(**changes))


def test_a_bool_is_never_anything_but_true_or_false():
    got = wire.Decoder([bytearray(b"\x02")]).decode(tensor_node(dtype="bool"))
    assert torch.equal(got, torch.tensor([True]))


json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["$", "v", "dtype", "shape", "stride", "offset", "storage", "type", "text", "grad"]
            ),
            inner | st.sampled_from(sorted(wire.KINDS)),
            max_size=6,
        )
    ),
    max_leaves=20,
)


def refusal(read):
    """The protocol error of a reader, None if it read; any other exception fails the test."""
    try:
        read()
    except wire.ProtocolError as error:
        return error
    return None


@settings(max_examples=400, deadline=None)
@given(json_like, st.binary(max_size=32))
def test_any_json_is_a_value_or_a_protocol_error(node, raw):
    error = refusal(lambda: wire.Decoder([bytearray(raw)]).decode(node))
    assert error is None or len(str(error)) > 10


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200), st.binary(max_size=200))
def test_any_bytes_are_a_frame_or_a_protocol_error(text, blob):
    error = refusal(lambda: wire.unpack(text, blob))
    assert error is None or len(str(error)) > 10


def test_a_frame_over_the_cap_is_refused_by_its_header_alone():
    with pytest.raises(wire.ProtocolError, match="over the limit"):
        wire.frame_lengths(wire.HEADER.pack(wire.MAX_JSON + 1, 0))
    with pytest.raises(wire.ProtocolError, match="over the limit"):
        wire.frame_lengths(wire.HEADER.pack(0, 2**32 - 1))
