"""Where requests come from, how many of one place are under way, and how fast they may come."""

from __future__ import annotations

import contextlib
import ipaddress
import time
from collections import Counter
from collections.abc import Iterator


def network_of(host: str | None) -> str | None:
    """The network of an address, or None for this machine itself, which is not bounded.

    A proxy on this machine tells whom it speaks for. One customer has many addresses of IPv6, which
    agree in their first half.

    >>> network_of("203.0.113.9"), network_of("2001:db8::1"), network_of("127.0.0.1")
    ('203.0.113.9', '2001:db8::/64', None)
    """
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return network_of(str(address.ipv4_mapped))
        if not address.is_loopback:
            return str(ipaddress.ip_network((address, 64), strict=False))
    return None if address.is_loopback else str(address)


class Networks:
    """Requests under way, and visitors that are new in this minute, by network."""

    def __init__(self, requests: int, visitors: int) -> None:
        self._requests = requests
        self._visitors = visitors
        self._under_way: Counter[str] = Counter()
        self._new: Counter[str] = Counter()
        self._minute = time.monotonic()

    def admits(self, network: str | None, *, is_new: bool) -> bool:
        """Whether one more request is taken from there; `is_new` if it makes a new visitor."""
        if network is None:
            return True
        if time.monotonic() - self._minute >= 60:
            self._minute = time.monotonic()
            self._new.clear()
        if self._under_way[network] >= self._requests:
            return False
        if is_new:
            self._new[network] += 1
        return self._new[network] <= self._visitors or not is_new

    @contextlib.contextmanager
    def counted(self, network: str | None) -> Iterator[None]:
        """Counts a request as long as the block runs."""
        if network is None:
            yield
            return
        self._under_way[network] += 1
        try:
            yield
        finally:
            self._under_way[network] -= 1
            if self._under_way[network] <= 0:
                del self._under_way[network]


class Pace:
    """So many requests a second of one visitor or place; who was quiet may send some at once.

    >>> pace = Pace(10, 2)
    >>> [pace.admits("ann", 0.0) for _ in range(3)], pace.admits("ann", 0.1)
    ([True, True, False], True)
    """

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._free: dict[str, float] = {}  # when all that may come at once may come again

    def admits(self, who: str, now: float | None = None) -> bool:
        """Whether one more request is taken now."""
        now = time.monotonic() if now is None else now
        if len(self._free) > 10_000:  # who has been quiet needs no entry
            self._free = {one: free for one, free in self._free.items() if free > now}
        free = max(self._free.get(who, now), now) + 1 / self._rate
        if free > now + self._burst / self._rate + 1e-9:
            return False
        self._free[who] = free
        return True
