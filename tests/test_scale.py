"""The figures of docs/scale.md are those that were measured, and what it says of many machines follows from them."""

import re

import pytest

from scripts.scale_figures import FOLLOWS, MEASURED, PAGE, Estimate, digits, markers, round_down, with_figures

RUN = {"on": "2026-01-02", "machine": "m, 2 cores", "python": "3.11.9", "load": 0.3}
ROW = {"moves_per_cpu_second": 200.0, "bytes": 3000.0, "database_cpu": 0.25, "commits": 4.0}
KEPT = {"load": {"measured": RUN, "found": {"": ROW | {"moves_per_cpu_second": 250.0}, "PostgreSQL": ROW,
                                            "PostgreSQL, two processes": ROW | {"moves_per_cpu_second": 190.0},
                                            "PostgreSQL, two processes, people apart": ROW}},
        "bytes": {"measured": RUN, "found": {"connect_four": {"decisions": 20.0, "running": 20_000.0, "folded": 1000.0}}}}
BLANK = "\n".join("\n".join(markers(part)) for part in (*MEASURED, *FOLLOWS))


def test_the_page_has_what_was_measured_last():
    text = PAGE.read_text(encoding="utf-8")
    from benchmarks.scale import read_kept
    assert with_figures(text, read_kept()) == text, "python -m scripts.scale_figures"
    for part in (*MEASURED, *FOLLOWS):
        assert all(text.count(marker) == 1 for marker in markers(part))


def test_what_was_not_measured_is_said_to_be_so():
    text = with_figures(BLANK, {})
    assert text.count("Not measured yet") == len(MEASURED) and "make bench" in text
    text = with_figures(BLANK, KEPT)
    assert "| PostgreSQL, two processes | 190 | 0.95 of one process | 0.9 | 0.25 | 4.0 |" in text
    assert "0.80 of SQLite | 0.6" in text and "Not measured yet: `make ray`." in text and "| 20 |" in text


def test_machines_hold_what_their_cores_can_do():
    one, ten, hundred = (Estimate(machines, KEPT) for machines in (1, 10, 100))
    assert (one.moves, one.people, one.database_cores, one.connections) == (700, 7000, 1.0, 44)
    assert (ten.commits, ten.notices) == (28_000, 4000 * 40)
    assert one.gives_way().startswith("bots") and ten.gives_way().startswith("the database: 10 cores")
    assert hundred.gives_way().startswith("the database: 100 cores")


def test_a_month_is_counted_in_cores_and_bytes():
    text = with_figures(BLANK, KEPT)
    moves = 7000 / 4 * 30 * 24 * 3600
    assert f"{moves / 1e9:.1f} billion in the month" in text
    assert f"{moves / 20 * 1000 / 1e9:,.0f} GB if all play Connect Four" in text
    assert re.search(rf"3,000 for each move to both screens: {moves * 3000 / 1e12:.0f} TB", text)


@pytest.mark.parametrize(("number", "shown", "down"), [(21_600, "22,000", 20_000), (4.26, "4.3", 4), (180, "180", 100)])
def test_no_more_digits_than_are_known(number, shown, down):
    assert digits(number) == shown and round_down(number) == down
