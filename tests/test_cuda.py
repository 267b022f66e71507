"""Everything that needs a GPU: on a machine with CUDA, nothing of a unit is deferred and the reference passes."""

import pytest
import torch

from course.source import read_submission

pytestmark = [
    pytest.mark.cuda,
    pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU with CUDA; see docs/gpu.md"),
]


@pytest.mark.parametrize("number", range(1, 9))
def test_the_reference_passes_its_cuda_checks(catalog, grader, number):
    unit = catalog.unit(str(number))
    report = grader.grade(unit, read_submission(unit.solution), seed=5)
    assert report.deferred_points == 0
    assert [check.id for check in report.checks if check.status.value != "passed"] == []
