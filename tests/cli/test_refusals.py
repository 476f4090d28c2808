"""Refusals of every family: one sentence on stderr, exit code 2, and nothing is written.

Each rule is tried once, with one verb that applies it; an exit code other than 2 is named.
"""

import json
import shlex
from pathlib import Path

import pytest

from tests.dataset_tools import Enumino, checkpoint, sentence

PATH = {
    "nodes": [{"id": name, "pop": len(name), "odd": name == "b" or 0.5} for name in "abcd"],
    "adjacency": [[{"id": "b"}], [{"id": "a"}, {"id": "c"}], [{"id": "b"}, {"id": "d"}], []],
}
MALFORMED = {
    "line.dlx": "a b c\na b\n\nc d\n",
    "character.txt": "###\n#o#\n",
    "twice.txt": "a:\n####\n\na:\n##\n",
    "unnamed.txt": "####\n\na:\n##\n",
    "three.csv": "a,b,c",
    "edge.csv": "a,b",
    "split.csv": "source,target\na,b\nb,c\nd,e\nf,g",
    "path.csv": "a,b\nb,c\nc,d",
    "path.json": json.dumps(PATH),
    "no-rows.csv": "name,pop\na,5\nb,6",
    "short.csv": "name,pop\na,5\nb",
    "twice.csv": "name,pop\na,5\na,6",
    "words.csv": "name,pop\na,5\nb,many\nc,2\nd,3",
    "nan.csv": "name,pop,less\na,5,-1\nb,nan,2\nc,2,2\nd,3,3",
    "place.csv": "name,x,y\na,0,1\nb,0,nan\nc,2,2\nd,3,3",
    "fine.csv": "name,pop\na,5\nb,6\nc,2\nd,3",
}

TO = "enumerate polyominoes --cells 3 --threads 1 --to"
# Commands with their exit code and a part of the sentence; D is a dataset, U an unfinished one, F a
# file, E an empty folder, and O a folder that holds something else.
OF_FOLDERS = [
    ("enumerate polyominoes --cells 3", 2, "--to"),
    ("enumerate polyominoes --to x", 2, "--cells"),
    ("enumerate polyominoes --cells 3 --to x --kind odd", 2, "'free'"),
    ("enumerate polyominoes --cells 3 --to x --threads 100000", 2, "1<=x<=1024"),
    ("enumerat", 2, "No such command 'enumerat'. Did you mean 'enumerate'?"),
    ("count polyominos", 2, "'polyominoes'?) (see `enumino count --help`)"),
    ("count polyominoes --cells", 2, "'--cells' requires an argument"),
    ("count polyominoes --symetry all", 2, "Did you mean '--symmetry'?"),
    ("--by", 2, "No such option '--by' (see `enumino --help`)"),
    ("plan polyominoes --cells 5 --dry-run", 2, "`enumino plan` without --to prints the expected"),
    ("enumerate tilings --by symmetry", 2, "`enumino count tilings` takes it"),
    ("info D --where x", 2, "`enumino show` and `enumino gallery` and `enumino export` take it"),
    ("count polyominoes --cells x --threads y", 2, "(see `enumino count polyominoes --help`)"),
    *((f"{verb} {options}", 2, "exclude each other")
      for verb in ("enumerate polyominoes --cells 3 --to x", "count polyominoes --cells 3")
      for options in ("--scheduler a --threads 2", "--scheduler a --processes 1")),
    ("count tilings --region 2x2 --pieces domino --region 3x4", 2, "--region is given twice"),
    ("enumerate polyominoes --cells 3 --to x -q --to=y", 2, "--to is given twice"),
    ("show D --limit 1_0", 2, "'1_0' is not a whole number"),
    ("show D --limit ١٠", 2, "is not a whole number"),
    ("enumerate cover queens 8 --limit 1_0 --to x", 2, "'1_0' is not a whole number"),
    ("count tatami --room ٣x٤", 2, "neither a name such as 6x10"),
    ("count tatami --room 3x4 --monomers ٢", 2, "not a number of half mats"),
    ("plan --json", 2, "Name a problem"),
    ("plan --status x polyominoes --cells 5", 2, "leave it out for --status DIR"),
    ("plan --json polyominoes --cells 5", 2, "Name a problem, and then --json"),
    ("plan --status E", 1, "holds no dataset"),
    ("show D --limits 3", 2, "'--limit'"),
    ("show", 2, "DATASET"),
    ("show D --pdf a.svg", 2, "'a.svg' does not end in .pdf"),
    ("show D --svg a.png", 2, "'a.png' does not end in .svg"),
    ("show D --svg /no/such/a.svg", 1, "/no/such/a.svg cannot be written: name a file"),
    ("sql D x --with a=D --with a=D", 2, "Two datasets have the same name"),
    ("run D --share 3", 2, "is not a share"),
    ("run D --share 4/3", 2, "write 3/100 for the third of 100"),
    *((f"{verb} {root}", 1, "holds no dataset") for root in ("E", "E/nothing", "F")
      for verb in ("verify", "show", "info", "commit", "run")),
    ("commit U", 4, "is missing 1 of"),
    *((f"{verb} U", 4, "`enumino run ") for verb in ("verify", "show", "info")),
    *((f"{TO} {root}", 1, "Not a directory") for root in ("F", "edge.csv/x")),
    *((f"{TO} {root}", 1, "") for root in ("no://such/store", "''", "' '")),
    (f"{TO} O", 1, "thesis.tex"),
    (f"{TO} D", 1, "holds another problem, free polyominoes with 1 to 9 cells"),
    ("export D --as pdf", 2, "is not one of"),
]  # fmt: skip

# What a command begins with, and what follows, each with a part of the sentence.
REFUSED = {
    "enumerate polyominoes --to x --cells": [
        ("0", "sizes of free ones go from 1 to 21"),
        ("22", "with 22 cells cannot be listed"),
        ("8-3", "is empty: write the smaller number first, 3-8"),
        ("9" * 5000, "(5,000 characters) has more than 18 digits: give a smaller number."),
    ],
    "enumerate polyhexes --to x --cells 4 --columns": [
        ("convex", "choose from tree, snake"),
        ("tree,nix", "choose from tree, snake"),
    ],
    "count polyominoes --cells": [
        ("41 --kind fixed", "of 1 to 40 cells are counted, not of 41"),
        ("8 --by colour", "no counts by 'colour': choose"),
        ("33 --by width", "sizes of free ones go from 1 to "),
    ],
    "plan tilings --region": [
        ("4x4 --pieces '[(0,0), (1'", "cannot be read: write [(0,0)"),
        ("4x4 --pieces 'domino, [(1,1), (1,0)]'", "domino and piece 1 have the same shape"),
        ("4x4", "There is no piece to tile with"),
        ("4x4 --pieces domino --each-once --at-most-once", "exclude each other: choose one."),
        ("character.txt --pieces domino", "character.txt: Row 2 has 'o' in column 2"),
        ("/ --pieces domino", "The region '/' is neither"),
        ("4x4 --pieces domino --without 4,0", "4,0 cannot be removed"),
    ],
    "count cover": [
        (
            "line.dlx",
            "line.dlx: Line 4 has the item 'd', which is not among the items on line 1: add it",
        ),
        ("nothing.dlx", "nothing.dlx cannot be read: No such file"),
        ("chess 8", "'chess 8' is neither a puzzle (queens N, langford N, subsets N [K], sudoku"),
        ("queens 8 9", "'queens 8 9' is no puzzle: write queens N"),
        ("queens 4 --memory 2 --method search", "--memory is for memos: add --method memo"),
    ],
    "count tilings --pieces domino --unique --region": [
        ("2x2 --csv", "--unique and --csv exclude each other: choose one."),
        ("2x2 --by symmetry", "--unique and --by exclude each other: choose one."),
        ("2x2 --memory 2", "--unique and --memory exclude each other: choose one."),
    ],
    "count": [
        ("tilings --pieces monocube --bfile - --lattice cubic --region 1x1x1..2x2x2", "by region:"),
        ("tatami --bfile - --room 5x5", "there is a single count: choose"),
        ("cover queens a-6", "'a-6' is not a number or a range"),
        ("polyominoes --cells 6 --by perimeter/4", "perimeter/4 is 2.5 for some objects"),
        ("polyominoes --cells 6 --by perimeter/", "'perimeter/' is not a formula of columns: wr"),
        ("polyominoes --cells 6 --by 'width;height'", "'width;height' is not a formula of columns"),
        ("polyominoes --cells 6 --by \"'('),(holes\"", "is not a formula of columns: write one"),
        ("polyominoes --cells 6 --by 'holes+random()'", "operators and the functions abs, bit"),
        ("polyominoes --cells 6 --by 'symmetry+1'", "symmetry+1 cannot be computed for every obj"),
        ("tilings --region 2x2 --pieces domino --by option,pieces", "option take no other column"),
        ("polyominoes --cells 6 --by holes,holes", "A column is given twice in"),
    ],
    "count tilings --pieces domino --region": [
        ("2x2 --by option --method search", "There is no method 'search' for this count: choose"),
        ("2x3..2", "is not a range"),
        ("3x3..2x2", "write the smaller one first"),
        ("twice.txt", "Two boards are called a"),
        ("unnamed.txt", "unnamed.txt: The first region has no name: put a line such as `one:`"),
        ("'##/labels: a b/colours:/ab'", "Colours are drawn above the labels"),
        ("'##/colours:/a#'", "Row 1 of the colours has '#' in column 2: write a letter or a digit"),
    ],
    "show --tiling AA --pieces domino --region": [
        ("1x2..1x3", "A drawing is a tiling of one region: name one"),
    ],
    "count subgraphs --graph": [
        ("three.csv --nodes 2", "Line 1 names 3 nodes"),
        ("edge --nodes 2", "There is no graph 'edge': write grid RxC, king RxC, path N"),
        ("edge.csv --nodes 2 --only edges=", 'boundary; write it like "size > 3".'),
        ("edge.csv --nodes 0-2", "Subgraphs of 0-2 nodes are out of reach"),
    ],
    "count partitions --parts": [
        ("2", "Give either a region or a graph to divide"),
        ("2 --graph path.csv --region 2x2", "Give either a region or a graph to divide"),
        ("17 --region 4x4", "There are no 17 parts of the 16 cells of 4x4: give 1 to 16 parts"),
        ("0-2 --region 4x4", "There are no 0 parts of the 16 cells of 4x4"),
        ("8 --sizes 3-7 --region 4x4", "8 parts of 3-7 cells cannot add up to 16"),
        ("2-3 --sizes 2-4 --region 4x4", "2 to 3 parts of 2-4 cells cannot add up to 16"),
        ("2 --region ++/##", "without cells that may stay empty"),
        ("2 --region 2x2 --weights pop", "--vertices and --weights are for a graph"),
        (
            "2 --region 3x3 --lattice hexagonal --contiguity queen",
            "is for squares, not for the hex",
        ),
        (
            "2 --region 3x3 --sizes 4-5 --within 5%",
            "and --within the sum of its weights: leave out",
        ),
        ("2 --region 40x40", "40x40 has 1,600 cells: at most 1,000 are divided"),
        ("2 --region twice.txt", "Two boards are called a"),
        (
            "2 --region 3x3 --within 5%",
            "No whole number is within 5% of the mean 4.5: give a larger",
        ),
        ("2 --region 3x3 --within few", "'few' is not a number or a range"),
        ("2 --region 3x3 --within 5-3", "The range 5-3 is empty"),
        ("2 --region 3x3 --within 1e3%", "--within 1e3% is not a tolerance"),
        ("2-3 --region 3x3 --within 5%", "needs one number of parts, because the mean depends on"),
        ("2 --region 3x3 --by colour", "no counts by 'colour': choose from parts, "),
        ("2 --graph path.csv --without 0,0", "--without removes cells of a region"),
        ("2 --graph path.csv --up-to-symmetry", "are for regions, not for graphs"),
        ("2 --graph split.csv", "split.csv has 3 components, which need 3 parts or more"),
        ("3-4 --sizes 2 --graph split.csv", "has a component of 3 vertices, which no parts of 2"),
        ("2 --graph path.csv --weights pop", "needs a table of the vertices: --vertices"),
        ("2 --graph path.csv --vertices no-rows.csv", "Vertex 'c' of the graph has no row: add it"),
        ("2 --graph path.csv --vertices short.csv", "Line 3 has 1 values, but there are 2 columns"),
        ("2 --graph path.csv --vertices place.csv", "Vertex 'b' has the coordinate 'nan'"),
        ("2 --graph path.csv --vertices twice.csv", "Line 3 is the second row of vertex 'a'"),
    ],
    "plan partitions --parts 2 --graph path.csv --weights pop --vertices": [
        ("words.csv", "Vertex 'b' has the weight 'many': weights are whole numbers from 0 to"),
        ("nan.csv", "Vertex 'b' has the weight 'nan'"),
        ("fine.csv --within 1-4", "2 parts of 1-4 in weight cannot add up to 16"),
        ("fine.csv --sizes 2", "--within the sum of its weights: leave out --sizes"),
        ("fine.csv --only 'cut <= 3'", "There is no column 'cut': choose from layout, parts"),
    ],
    "plan partitions --parts 4 --graph path.csv --vertices": [
        ("fine.csv --weights pop --within 1-5", "'b' alone weighs 6, more than a part, which"),
        ("fine.csv --weights age", "Vertex 'a' has no 'age': its columns are name, pop."),
        ("nan.csv --weights less", "Vertex 'a' has the weight '-1'"),
    ],
    "plan partitions --parts 2 --graph path.json --weights": [
        ("people", "Vertex 'a' has no 'people': its columns are id, pop, odd"),
        ("odd", "Vertex 'a' has the weight 0.5: weights are whole numbers"),
    ],
    "count tatami --room": [
        ("4x7x2", "The square lattice has no region '4x7x2': write 6x10"),
        ("2x2..3", "write two sizes, as in 2x2..8x8"),
        ("twice.txt", "Two boards are called a"),
        ("a:2x2 --room a:3x2", "Two boards are called a"),
        ("folder", "The region 'folder' is neither"),
        ("2x2..3x3 --without 0,0", "--without needs a single region, not 2x2..3x3"),
        ("4x4 --without 1", "'1' is not a cell: write row,column from 0, as in 3,2"),
        ("99999x99999", "more than the 100,000,000 that a region may have"),
        ("3x4 --method transfer-matrix --by symmetry", "all layouts, not classes"),
        ("3x4 --by colour", "no counts by 'colour': choose from monomers, symmetry"),
    ],
    "enumerate tatami --to x --room": [
        ("300x300", "90,000 cells is too large to list its layouts (at most 65,535)"),
        ("2x20000 -q", "; enumerate … --limit K lists the first K."),
    ],
    "enumerate trominoes --board": [
        ("6", "a power of two from 2 to 128, not 6: `enumino enumerate tilings --without R,C`"),
        ("8 --missing 3,2 --seed 7", "--seed chooses the cell of --missing random: "),
        ("8", "Without --to one board is printed, and --missing all makes 64: name a cell, "),
    ],
    "dilates": [
        ("--cells 9 --factor 2", "for 1 to 8 cells, not 9."),
        ("--cells 8 --factor 99", "factors go from 1 to 16."),
    ],
}


@pytest.mark.parametrize("begin", ["", *REFUSED])
def test_refused_in_a_sentence_and_nothing_is_written(
    begin: str,
    here: Enumino,
    finished: Path,
    uncommitted: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, text in MALFORMED.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for name in ("folder", "E", "O"):
        (tmp_path / name).mkdir()
    (tmp_path / "O" / "thesis.tex").write_text("42")
    checkpoint(uncommitted, 3).unlink()
    monkeypatch.chdir(tmp_path)
    places = {"D": str(finished), "U": str(uncommitted), "a=D": f"a={finished}", "F": "edge.csv"}
    before = sorted(tmp_path.rglob("*"))
    asked = [(f"{begin} {more}", 2, told) for more, told in REFUSED.get(begin, [])] or OF_FOLDERS
    for words, code, told in asked:
        arguments = [places.get(word, word) for word in shlex.split(words)]
        assert told in sentence(here(*arguments), code), words
    assert sorted(tmp_path.rglob("*")) == before
