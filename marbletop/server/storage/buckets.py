"""How often and how many, and what is kept for minutes: in the memory of one process, for a storage that serves one process
only."""

MOST_BUCKETS = 20_000                       # fuller ones are forgotten first


class Buckets:
    """See `Storage` for what each call means."""

    def __init__(self) -> None:
        self._drops: dict[str, tuple[float, float]] = {}        # bucket -> drops in it, and when they were counted
        self._held: dict[str, dict[str, float]] = {}            # place -> holder -> end of the lease
        self._passing: dict[str, tuple[str, str, float]] = {}   # name -> owner, value, end

    async def take_drop(self, bucket: str, most: int, seconds: float, now: float, drops: int = 1) -> float:
        left, counted = self._drops.get(bucket, (float(most), now))
        left = min(float(most), left + max(0.0, now - counted) * most / seconds)
        if left < 1:
            return (1 - left) * seconds / most
        if drops:
            self._drops[bucket] = left - drops, now
        if len(self._drops) > MOST_BUCKETS:
            self._forget()
        return 0.0

    def _forget(self) -> None:
        """Forget the buckets that were used longest ago: they are the fullest."""
        by_age = sorted(self._drops.items(), key=lambda item: item[1][1])
        self._drops = dict(by_age[len(by_age) // 2:])

    async def hold(self, place: str, holder: str, most: int, now: float, until: float) -> bool:
        held = self._held.setdefault(place, {})
        if held.get(holder, 0.0) <= now and len(held) >= most:          # only then it matters whose lease is over
            for other in [other for other, end in held.items() if end <= now]:
                del held[other]
            if len(held) >= most:
                return False
        held[holder] = until
        return True

    async def let_go(self, place: str, holder: str) -> None:
        held = self._held.get(place, {})
        held.pop(holder, None)
        if not held:
            self._held.pop(place, None)

    async def keep_passing(self, name: str, owner: str, value: str, until: float) -> None:
        self._passing = {key: kept for key, kept in self._passing.items() if kept[0] != owner}
        self._passing[name] = owner, value, until

    async def passing(self, name: str, now: float) -> str | None:
        _, value, until = self._passing.get(name, ("", None, 0.0))
        return value if until > now else None

    async def take_passing(self, name: str, now: float) -> str | None:
        _, value, until = self._passing.pop(name, ("", None, 0.0))
        return value if until > now else None
