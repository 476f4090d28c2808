// Which colour is which piece, and filters by pieces. All of them are terms of the condition, and so of the address.

const MOST_DRAWN_CELLS = 2000; // of a board to click on

const quotedText = (text) => `'${text.replaceAll("'", "''")}'`;

// The parts of a condition that are joined by a word outside of brackets and texts.
function partsOf(text, word) {
  const parts = [""], tokens = text.match(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\w+|\s+|[^]/g) ?? [];
  let depth = 0;
  for (const token of tokens) {
    if (token === "(") depth += 1;
    if (token === ")") depth -= 1;
    if (depth === 0 && token.toLowerCase() === word) parts.push("");
    else parts[parts.length - 1] += token;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

class Pieces {
  constructor(layouts, tiles, changed) {
    this.layouts = layouts;
    this.tiles = tiles;
    this.changed = changed;
    this.shapes = new Map(); // by name, as it is drawn: not across a seam, and rather wide than tall
    for (const shape of layouts.shapes.values()) {
      const known = this.shapes.get(shape.name);
      if (!known || this.spread(shape) < this.spread(known)) this.shapes.set(shape.name, shape);
    }
    this.chips = new Map();
    this.cells = new Map();
    this.ends = [];
    this.legend();
    if (this.shapes.size > 1) this.picker();
  }

  spread(shape) {
    const [rows, columns] = [1, 2].map((axis) => shape.offsets.map((steps) => steps[axis])).map((all) => 1 + Math.max(...all) - Math.min(...all));
    return rows * columns + (rows > columns ? 0.5 : 0);
  }

  drawing(shape) {
    const cells = shape.cells, { steps } = this.tiles, wide = 1.6 + Math.max(...cells.map((cell) => cell[cell.length - 1])) - Math.min(...cells.map((cell) => cell[cell.length - 1]));
    const tiles = cells[0].length > 2 ? { ...this.tiles, steps: [[wide, 0], ...steps.slice(1)] } : this.tiles;
    const alone = { cells, owners: cells.map(() => 0), colours: [shape.colour], walls: [], box: [1, 1] };
    return svgOf(pictureOf(alone, tiles, shape.colour), 46, 26, 9);
  }

  // With one piece, each way that it lies has a colour: a legend, and no filter.
  legend() {
    if (this.shapes.size < 2) {
      const ways = [...this.layouts.shapes.values()];
      $("legend").replaceChildren(...ways.map((shape) => node("span", {}, this.drawing(shape))), node("span", {}, ways[0]?.name ?? ""));
      return;
    }
    for (const [name, shape] of this.shapes) {
      const count = node("b"), chip = node("button", { type: "button", class: "chip", title: `Only rows that use ${name}`, click: () => this.toggle(this.usesTerm(name)) }, this.drawing(shape), name, count);
      this.chips.set(name, { chip, count });
    }
    $("legend").replaceChildren(...[...this.chips.values()].map(({ chip }) => chip));
  }

  picker() {
    const axes = ["layer", "row", "column"].slice(-this.layouts.axes);
    this.ends = axes.map((name) => node("input", { type: "number", min: 0, placeholder: name === "column" ? "col" : name, "aria-label": `${name} of the cell`, input: () => this.show() }));
    this.piece = node("select", { "aria-label": "piece at the cell", change: () => this.place() }, node("option", { value: "" }, "any piece"), ...[...this.shapes.keys()].map((name) => node("option", {}, name)));
    const board = this.layouts.boards.size === 1 ? [...this.layouts.boards.values()][0] : null;
    if (board && board.cells.length <= MOST_DRAWN_CELLS && !this.tiles.solid) {
      for (const inSpace of board.cells) {
        const cell = inSpace.slice(-this.layouts.axes), polygons = polygonsOf([cell], [0], this.tiles);
        const path = drawn("path", { class: "spot", d: polygons.map((each) => polygon(each.points)).join(""), "data-cell": cell.join(), click: () => this.select(cell) });
        this.cells.set(cell.join(), { path, polygons });
      }
    }
    const drawnCells = [...this.cells.values()], frame = frameOf(drawnCells.flatMap(({ polygons }) => polygons));
    const picture = drawnCells.length ? svgOf({ parts: drawnCells.map(({ path }) => path), ...frame }, 240, 240, 26) : null;
    $("reset").addEventListener("click", () => { for (const end of this.ends) end.value = ""; });
    $("facets").append(node("fieldset", { class: "facet", id: "cell" }, node("legend", { title: "Click on a cell, or write its numbers, and choose a piece." }, "piece at a cell"),
      picture, node("div", { class: "ends" }, ...this.ends, this.piece)));
  }

  usesTerm(name) {
    return `uses(${this.layouts.given}, ${quotedText(name)}) > 0`;
  }

  cellTerm(cell) {
    return `pieces_at(${this.layouts.given}, ${cell.join(", ")}) = `;
  }

  terms() {
    return partsOf($("sql").value, "and");
  }

  // Put terms in place of those that meet a test.
  replace(test, ...added) {
    const kept = this.terms().filter((term) => !test(term));
    const joined = kept.map((term) => (added.length && partsOf(term, "or").length > 1 ? null : term));
    const text = joined.includes(null) ? [`(${kept.join(" and ")})`, ...added] : [...kept, ...added];
    $("sql").value = text.join(" and ");
    this.changed();
  }

  toggle(term) {
    if (this.terms().includes(term)) this.replace((each) => each === term);
    else this.replace(() => false, term);
  }

  select(cell) {
    cell.forEach((k, axis) => { this.ends[axis].value = k; });
    this.show();
  }

  selected() {
    if (!this.ends.length) return null;
    const numbers = this.ends.map((end) => (/^\d+$/.test(end.value) ? Number(end.value) : null));
    return numbers.includes(null) ? null : numbers;
  }

  place() {
    const cell = this.selected(), name = this.piece.value;
    if (cell === null) { this.ends[0].focus(); return; }
    const start = this.cellTerm(cell);
    this.replace((term) => term.startsWith(start), ...(name ? [start + quotedText(name)] : []));
  }

  // Which terms there are, and how many of the rows use each piece.
  show(numbers = this.numbers) {
    this.numbers = numbers;
    const terms = this.terms(), cell = this.selected();
    for (const [name, { chip, count }] of this.chips) {
      let found = 0;
      for (const row of numbers) if (this.layouts.uses(row, name)) found += 1;
      count.textContent = found === numbers.length ? "" : counted(found);
      chip.classList.toggle("none", found === 0);
      chip.setAttribute("aria-pressed", String(terms.includes(this.usesTerm(name))));
    }
    const nameAt = (at) => {
      const start = this.cellTerm(at), term = terms.find((each) => each.startsWith(start));
      return term === undefined ? "" : [...this.shapes.keys()].find((name) => term === start + quotedText(name)) ?? "";
    };
    for (const [key, { path }] of this.cells) {
      const colour = this.shapes.get(nameAt(key.split(",")))?.colour;
      path.style.fill = colour ?? "";
      path.classList.remove("chosen");
    }
    const chosen = cell && this.cells.get(cell.join())?.path;
    chosen?.classList.add("chosen");
    chosen?.parentNode.append(chosen); // above its neighbours
    if (cell !== null) this.piece.value = nameAt(cell);
  }
}
