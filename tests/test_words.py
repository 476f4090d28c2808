"""Words of messages, numbers that are read from texts, and cells of tables."""

import pytest

from enumino import arguments, tables, words
from enumino.errors import MissingExtraError, ProblemError, optional

SAID = [
    (words.quoted((3, 2)), "(3, 2)"),
    (words.quoted("9" * 5000), f"'{'9' * 55}...' (5,000 characters)"),
    (words.printable("free\x1b]0;x\x07\n"), "free\\x1b]0;x\\x07\\n"),
    (words.printable_lines("two\nlines\r"), "two\nlines\\r"),
    (words.in_a_line("7" * 5000, longest=12), "7777 ... 777"),
    (words.reason(ValueError("No such item.\nSee below.")), "No such item"),
    (words.reason(KeyboardInterrupt()), "KeyboardInterrupt"),
    ([words.plural(n, "part") for n in (1, 1200)], ["1 part", "1,200 parts"]),
    (words.plural(0, "polyomino", "polyominoes"), "0 polyominoes"),
    ([words.span(range(n, 9), "cell") for n in (8, 1)], ["8 cells", "1 to 8 cells"]),
    ([*map(words.size, (1, 1_536_000))], ["1 byte", "1.5 MB"]),
    ([*map(words.duration, (0.4, 75, 9e3, 9e8))], ["under a second", "75 s", "2 h", "28.5 years"]),
    ([words.interval(2, most) for most in (2, 12, None)], ["2", "2-12", "2-"]),
    ([*map(arguments.interval_of, ("2", "2-4", "2 -", "x"))], [(2, 2), (2, 4), (2, None), None]),
    ([*map(arguments.sides_of, ("6x10", "3 X 4 × 5", "6x"))], [(6, 10), (3, 4, 5), None]),
    ([arguments.digits("-12", ""), arguments.cell_of("3, 2")], [-12, (3, 2)]),
    (arguments.cell_of("0,3,2", in_layers=True), (0, 3, 2)),
    (arguments.names_among("b, a,b", "abc", ""), ("b", "a")),
    (tables.as_text([["n", "name"], ["10", "no"]]), " n  name\n────────\n10  no"),
    (tables.as_html([["n"], ["2 < 3"]])[-37:], "<td>2 &lt; 3</td></tr></tbody></table>"[-37:]),
    (tables.as_markdown([["n"], ["<2>"]]), "| n |\n| ---: |\n| \\<2\\> |"),
    (tables.as_csv([["name"], ["\x1b[2J"], [["\x9b"]]]), 'name\n\\x1b[2J\n"[""\\u009b""]"\n'),
]


def test_words_and_values() -> None:
    for found, expected in SAID:
        assert found == expected
    with pytest.raises(ProblemError, match=r"^N must be a whole number such as 8, not 5\.5\.$"):
        arguments.whole(5.5, "N")
    with pytest.raises(MissingExtraError, match=r"^It needs x, .* pip install 'enumino\[models\]'"):
        optional("polyforms_3d", "It needs x", "enumino[models]")
