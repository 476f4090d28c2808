// The witness of the facts about a row: the tiles of a period and those near them, a patch or a rectangle, coloured by orientation.

const PERIODS = 8, ROOM = 1; // periods in each direction that are looked at; sizes of the shape around it
const BY_ORIENTATION = ["#f2c14e", "#6aa5d9", "#37916a", "#c2542f", "#a8d08d", "#31609f", "#f0a860", "#b9a3d6", "#7a1f5c", "#d7dee6", "#8a6d3b", "#e7a9b8"];

// The tiles as the cells, owners and colours that `pictureOf` takes; the shape itself and those of its period come first.
// All have strong colours where there is nothing around them.
function witnessOf(cells, vectors, tiles, { elements, vectors: around }) {
  const count = elements[0].origins.length;
  const units = cells.map(([row, column]) => [row, Math.floor(column / count), column % count]);
  const copy = (image, rows, steps) => units.map(([row, unit, number]) => {
    const { matrix: [a, b, c, d], origins } = elements[image], [r, u, to] = origins[number];
    return [a * row + b * unit + r + rows, (c * row + d * unit + u + steps) * count + to];
  });
  const own = [], placed = [];
  for (let k = 0; k < tiles.length; k += 3) own.push([tiles[k], copy(tiles[k], tiles[k + 1], tiles[k + 2])]);
  const ends = (axis) => { const all = units.map((cell) => cell[axis]); return [Math.min(...all), Math.max(...all)]; };
  const frames = [ends(0), ends(1)], room = ROOM * Math.max(...frames.map(([low, high]) => high - low)) + 1;
  const near = (cell) => [cell[0], Math.floor(cell[1] / count)].every((at, axis) => frames[axis][0] - room <= at && at <= frames[axis][1] + room);
  placed.push(...own);
  const [a, b, c, d] = vectors;
  for (let i = -PERIODS; vectors.length && i <= PERIODS; i += 1) {
    for (let j = -PERIODS; j <= PERIODS; j += 1) {
      const rows = i * a + j * c, columns = (i * b + j * d) * count;
      for (const [image, tile] of i || j ? own : []) {
        const moved = tile.map(([row, column]) => [row + rows, column + columns]);
        if (moved.some(near)) placed.push([image, moved]);
      }
    }
  }
  const kinds = new Map(), colours = placed.map(([, tile]) => {
    const low = Math.min(...tile.map(([row]) => row)), left = Math.min(...tile.map(([, column]) => Math.floor(column / count)));
    const form = tile.map(([row, column]) => `${row - low},${column - left * count}`).sort().join(" ");
    if (!kinds.has(form)) kinds.set(form, BY_ORIENTATION[kinds.size % BY_ORIENTATION.length]);
    return kinds.get(form);
  });
  colours.forEach((colour, k) => { if (k >= (vectors.length || !around ? own.length : 1)) colours[k] = mixed(colour, 255, 0.4); });
  const all = placed.flatMap(([, tile]) => tile), left = Math.min(...all.map(([, column]) => Math.floor(column / count))) * count;
  return { cells: all.map(([row, column]) => [row, column - left]), owners: placed.flatMap(([, tile], k) => tile.map(() => k)), colours, walls: [], box: [1, 1] };
}
