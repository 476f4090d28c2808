// What the picture of a row consists of: cells with their coordinates and the piece on each.

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

// A set of cells, by the mask of its bounding box: one piece.
function maskReader(figures, columns) {
  const sides = figures.sides.map((name) => columns.get(name));
  const words = figures.words.map((name) => columns.get(name)).filter(Boolean);
  const mask = (i) => words.reduce((sum, word, k) => sum | (BigInt(word.exact(i)) << BigInt(64 * k)), 0n);
  const read = (i) => {
    const box = sides.map((side) => side.value(i)), cells = [];
    let rest = mask(i);
    for (let bit = 0; rest; bit += 1, rest >>= 1n) {
      if (!(rest & 1n)) continue;
      const cell = [];
      for (let k = box.length - 1, place = bit; k >= 0; place = Math.floor(place / box[k]), k -= 1) {
        cell.unshift(place % box[k]);
      }
      cells.push(cell);
    }
    return { cells, owners: new Array(cells.length).fill(0), colours: [null], walls: [], box };
  };
  return { read, mask };
}

// A tiling: each next letter of the layout covers the first cell that is free.
function layoutReader(figures, columns) {
  const layout = columns.get(figures.layout), solid = figures.tiles.steps.length > 2;
  const keys = figures.keys.map((name) => columns.get(name));
  const missing = figures.missing.map((name) => columns.get(name));
  const boards = new Map(figures.boards.map(([key, lines]) => [key.join(), lines]));
  const shapes = new Map(figures.shapes.map(([letter, name, offsets, colour]) => [letter, { name, offsets, colour }]));
  const read = (i) => {
    const lines = boards.get(keys.map((key) => key.value(i)).join()) ?? [];
    const lacks = missing.map((column) => column.value(i)).join();
    const owner = new Map(), cells = [], owners = [], walls = [], colours = [];
    const letters = [...layout.value(i)];
    const height = lines.includes("") ? lines.indexOf("") : lines.length;
    lines.forEach((line, k) => [...line].forEach((sign, c) => {
      if (sign === " ") return;
      const r = k % (height + 1), cell = solid ? [(k - r) / (height + 1), r, c] : [r, c];
      if (sign !== "." || (missing.length && lacks === cell.join())) walls.push(cell);
      else cells.push(cell);
    }));
    for (const cell of cells) {
      if (owner.has(cell.join())) continue;
      const shape = shapes.get(letters[colours.length]);
      if (!shape) break;
      for (const steps of shape.offsets) owner.set(cell.map((k, axis) => k + steps[axis]).join(), colours.length);
      colours.push(shape.colour);
    }
    for (const cell of cells) owners.push(owner.get(cell.join()) ?? -1);
    const frame = 6 * cells.length >= 5 * (cells.length + walls.length);
    const width = Math.max(0, ...lines.map((line) => line.length));
    const box = solid ? [(lines.length + 1) / (height + 1), height, width] : [height, width];
    return { cells, owners, colours, walls: frame ? walls : [], box, wrap: figures.wrap };
  };
  return { read };
}

// A row as text: # for cells, or a letter for each piece.
function textOf(shape) {
  const [height, width] = shape.box.slice(-2), layers = shape.box.slice(0, -2).reduce((a, b) => a * b, 1);
  const many = shape.colours.length, digits = String(many).length;
  const sign = (owner) =>
    owner < 0 ? "." : many === 1 ? "#" : many <= LETTERS.length ? LETTERS[owner] : String(owner + 1);
  const wide = many > LETTERS.length ? digits : 1;
  const grid = Array.from({ length: layers * height }, () => new Array(width).fill(".".padStart(wide)));
  shape.cells.forEach((cell, k) => {
    const [r, c] = cell.slice(-2), layer = cell.length > 2 ? cell[0] : 0;
    grid[layer * height + r][c] = sign(shape.owners[k]).padStart(wide);
  });
  const lines = grid.map((line) => line.join(wide > 1 ? " " : ""));
  const blocks = Array.from({ length: layers }, (_, k) => lines.slice(k * height, (k + 1) * height).join("\n"));
  return blocks.join("\n\n");
}
