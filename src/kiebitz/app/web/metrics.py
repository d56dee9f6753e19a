"""What the server counts, as Prometheus reads it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

_BOUNDS = (0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Meter:
    """Counts answers and how long they took.

    >>> meter = Meter()
    >>> meter.note("GET", 200, 0.01)
    >>> 'kiebitz_requests_total{method="GET",status="200"} 1' in meter.text({})
    True
    """

    def __init__(self) -> None:
        self._started = time.time()
        self._answers: Counter[tuple[str, int]] = Counter()
        self._slower = [0] * len(_BOUNDS)
        self._seconds = 0.0

    def note(self, method: str, status: int, seconds: float) -> None:
        """One more answer."""
        known = method if method in ("GET", "POST", "HEAD", "OPTIONS") else "other"
        self._answers[known, status] += 1
        self._seconds += seconds
        for place, bound in enumerate(_BOUNDS):
            self._slower[place] += seconds <= bound

    def text(self, gauges: Mapping[str, float]) -> str:
        """Everything in the form that Prometheus reads."""
        return "\n".join([*self._lines(gauges), ""])

    def _lines(self, gauges: Mapping[str, float]) -> Iterator[str]:
        yield "# TYPE kiebitz_requests_total counter"
        for (method, status), number in sorted(self._answers.items()):
            yield f'kiebitz_requests_total{{method="{method}",status="{status}"}} {number}'
        yield "# TYPE kiebitz_request_seconds histogram"
        for bound, number in zip(_BOUNDS, self._slower, strict=True):
            yield f'kiebitz_request_seconds_bucket{{le="{bound}"}} {number}'
        total = self._answers.total()
        yield f'kiebitz_request_seconds_bucket{{le="+Inf"}} {total}'
        yield f"kiebitz_request_seconds_sum {self._seconds:.6f}"
        yield f"kiebitz_request_seconds_count {total}"
        every = {
            **gauges,
            "start_time_seconds": self._started,
            "resident_memory_bytes": resident_bytes(),
        }
        for name, value in every.items():
            yield f"# TYPE kiebitz_{name} gauge"
            yield f"kiebitz_{name} {value:.15g}"


def resident_bytes() -> int:
    """The memory that this process holds, 0 where the system does not tell."""
    with suppress(OSError, ValueError, IndexError):
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * 4096
    return 0
