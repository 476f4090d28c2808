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
