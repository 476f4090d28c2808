// Coverings: each next letter of a layout is a piece on the first cell that is free.

const MOST_COUNTED = 8e6; // numbers of pieces in rows that are kept

class Layouts {
  constructor(figures, columns, rows) {
    this.rows = rows;
    this.axes = figures.tiles.steps.length;
    this.layout = columns.get(figures.layout);
    this.keys = figures.keys.map((name) => columns.get(name));
    this.missing = figures.missing.map((name) => columns.get(name));
    this.given = [...figures.keys, ...figures.missing, figures.layout].join(", ");
    this.boards = new Map(figures.boards.map(([key, lines]) => [key.join(), this.board(lines)]));
    this.names = [...new Set(figures.shapes.map(([, name]) => name))];
    this.shapes = new Map(figures.shapes.map(([letter, name, offsets, colour, cells]) => [letter, {
      name, colour, cells, piece: this.names.indexOf(name), offsets: offsets.map((steps) => this.inSpace(steps)),
    }]));
    this.places = new Map();
  }

  inSpace(cell) {
    return [...new Array(3 - cell.length).fill(0), ...cell];
  }

  board(lines) {
    const height = lines.includes("") ? lines.indexOf("") : lines.length, depth = (lines.length + 1) / (height + 1);
    const width = Math.max(0, ...lines.map((line) => [...line].length)), cells = [], walls = [];
    const numbers = new Int32Array(depth * height * width).fill(-1);
    lines.forEach((line, k) => [...line].forEach((sign, c) => {
      if (sign === " ") return;
      const r = k % (height + 1), cell = [(k - r) / (height + 1), r, c];
      if (sign === ".") numbers[(cell[0] * height + r) * width + c] = cells.push(cell) - 1;
      else walls.push(cell);
    }));
    const numberOf = (z, r, c) =>
      (z < 0 || r < 0 || c < 0 || z >= depth || r >= height || c >= width ? -1 : numbers[(z * height + r) * width + c] ?? -1);
    return { cells, walls, numberOf, box: [depth, height, width].slice(-this.axes) };
  }

  // The board of a row, the shapes of its pieces, the number of the piece on each cell, and the cell that is missing.
  covering(i) {
    const board = this.boards.get(this.keys.map((key) => key.value(i)).join()) ?? this.board([]);
    const owners = new Int32Array(board.cells.length).fill(-1), shapes = [], letters = [...this.layout.value(i)];
    const lacks = this.missing.length ? board.numberOf(0, ...this.missing.map((column) => column.value(i))) : -1;
    for (let k = 0; k < owners.length && shapes.length < letters.length; k += 1) {
      if (owners[k] >= 0 || k === lacks) continue;
      const shape = this.shapes.get(letters[shapes.length]), [z, r, c] = board.cells[k];
      if (!shape) break;
      for (const [up, down, right] of shape.offsets) {
        const at = board.numberOf(z + up, r + down, c + right);
        if (at >= 0) owners[at] = shapes.length;
      }
      shapes.push(shape);
    }
    return { board, owners, shapes, lacks };
  }

  // What the picture of a row consists of.
  read(i) {
    const { board, owners, shapes, lacks } = this.covering(i), flat = (cell) => cell.slice(-this.axes);
    const kept = board.cells.map((_, k) => k).filter((k) => k !== lacks);
    const walls = lacks >= 0 ? [...board.walls, board.cells[lacks]] : board.walls;
    const framed = 6 * kept.length >= 5 * (kept.length + walls.length);
    return {
      cells: kept.map((k) => flat(board.cells[k])), owners: kept.map((k) => owners[k]), colours: shapes.map(({ colour }) => colour),
      walls: framed ? walls.map(flat) : [], box: board.box,
    };
  }

  // The name of the piece on a cell, or null; kept for each cell that is asked for.
  pieceAt(i, cell) {
    const key = cell.join();
    if (!this.places.has(key)) this.places.set(key, new Int32Array(this.rows).fill(-2));
    const known = this.places.get(key);
    if (known[i] === -2) {
      const { board, owners, shapes } = this.covering(i), number = board.numberOf(...this.inSpace(cell));
      known[i] = shapes[owners[number]]?.piece ?? -1;
    }
    return this.names[known[i]] ?? null;
  }

  // How many pieces of a row have a name.
  uses(i, name) {
    const piece = this.names.indexOf(name), many = this.names.length;
    if (piece < 0) return 0;
    if (many * this.rows > MOST_COUNTED) {
      let number = 0;
      for (const letter of this.layout.value(i)) if (this.shapes.get(letter)?.piece === piece) number += 1;
      return number;
    }
    this.counts ??= this.counted();
    return this.counts[i * many + piece];
  }

  counted() {
    const many = this.names.length, counts = new Uint16Array(many * this.rows);
    for (let i = 0; i < this.rows; i += 1) {
      for (const letter of this.layout.value(i)) {
        const shape = this.shapes.get(letter);
        if (shape) counts[i * many + shape.piece] += 1;
      }
    }
    return counts;
  }

  // The functions of conditions, each with its call, of which the first values are columns.
  words() {
    const columns = this.keys.length + this.missing.length + 1, axes = ["z", "r", "c"].slice(-this.axes);
    return {
      pieces_at: { call: `pieces_at(${this.given}, ${axes.join(", ")})`, values: columns + this.axes, of: (i, values) => this.pieceAt(i, values.slice(columns)) },
      uses: { call: `uses(${this.given}, 'name')`, values: columns + 1, of: (i, values) => this.uses(i, values[columns]) },
    };
  }
}
