// Pictures: polygons of cells, light lines between cells of a piece, strong ones around pieces.

const ROUND = 500; // points that are closer than 1 / ROUND of a cell are the same

// The polygons of a shape, moved by a matrix [a, b, c, d]: x to a x + b y, y to c x + d y.
function polygonsOf(cells, owners, tiles, [a, b, c, d] = [1, 0, 0, 1]) {
  const kinds = tiles.cells.length, polygons = [];
  cells.forEach((cell, k) => {
    const last = cell[cell.length - 1], unit = [...cell.slice(0, -1), Math.floor(last / kinds)];
    let x = 0, y = 0;
    unit.forEach((steps, axis) => { x += steps * tiles.steps[axis][0]; y += steps * tiles.steps[axis][1]; });
    for (const face of tiles.cells[last % kinds]) {
      const points = face.points.map(([u, v]) => [a * (x + u) + b * (y + v), c * (x + u) + d * (y + v)]);
      polygons.push({ points, owner: owners[k], shade: face.shade });
    }
  });
  return polygons;
}

// Every edge once, by its middle, with the pieces on its two sides; -2 is outside.
function edgesOf(polygons) {
  const edges = new Map();
  const keyOf = (from, to) => Math.round((from[0] + to[0]) * ROUND) * 4194304 + Math.round((from[1] + to[1]) * ROUND);
  for (const { points, owner } of polygons) {
    for (let k = 0; k < points.length; k += 1) {
      const from = points[k], to = points[k + 1 === points.length ? 0 : k + 1];
      const key = keyOf(from, to);
      const edge = edges.get(key);
      if (edge) edge.there = owner;
      else edges.set(key, { from, to, here: owner, there: -2 });
    }
  }
  return [...edges.values()];
}

const place = (number) => Math.round(number * 1000) / 1000;
const corner = (point) => `${place(point[0])} ${place(point[1])}`;

function polygon(points) {
  let path = "";
  for (const point of points) path += (path ? "L" : "M") + corner(point);
  return `${path}z`;
}

function lines(edges) {
  let path = "";
  for (const { from, to } of edges) path += `M${corner(from)}L${corner(to)}`;
  return path;
}

// A colour mixed with some share of a grey: 0 is black, 255 white.
function mixed(colour, grey, share) {
  if (!share) return colour;
  const channels = [1, 3, 5].map((k) => parseInt(colour.slice(k, k + 2), 16)).map((value) => Math.round(value + (grey - value) * share));
  return `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

// Greys, and the shares of them, by which neighbouring pieces of one colour differ.
const TINTS = [[0, 0], [255, 0.32], [0, 0.16], [255, 0.6]];

// The colours of the pieces of a covering, in their order: neighbours of one colour differ by a tint.
function tinted({ cells, owners, colours }, { beside }) {
  if (colours.length < 2 || !beside.length) return colours;
  const owner = new Map(cells.map((cell, k) => [cell.join(), owners[k]])), earlier = colours.map(() => new Set()), found = [];
  cells.forEach((cell, k) => {
    for (const steps of owners[k] < 0 ? [] : beside[cell[cell.length - 1] % beside.length]) {
      const other = owner.get(cell.map((from, axis) => from + steps[axis]).join());
      if (other >= 0 && other < owners[k]) earlier[owners[k]].add(other);
    }
  });
  colours.forEach((own, number) => {
    const taken = new Set([...earlier[number]].map((other) => found[other]));
    found.push(TINTS.map(([grey, share]) => mixed(own, grey, share)).find((tint) => !taken.has(tint)) ?? own);
  });
  return found;
}

function frameOf(polygons) {
  let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity;
  for (const { points } of polygons) {
    for (const [x, y] of points) {
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  if (left > right) return { left: 0, top: 0, width: 1, height: 1 };
  return { left: left - 0.12, top: top - 0.12, width: right - left + 0.24, height: bottom - top + 0.24 };
}

// The picture of a shape; `colour` is that of its only piece. Sides are in units of a cell.
function pictureOf(shape, tiles, colour, matrix) {
  const polygons = polygonsOf(shape.cells, shape.owners, tiles, matrix);
  const walls = polygonsOf(shape.walls, shape.walls.map(() => -1), tiles, matrix);
  const colours = tinted(shape, tiles);
  const fillOf = (each) => mixed(each.owner < 0 ? "#999999" : colours[each.owner] ?? colour, 0, each.shade);
  const parts = [];
  if (walls.length) parts.push(drawn("path", { class: "wall", d: walls.map((each) => polygon(each.points)).join("") }));
  if (tiles.solid) {
    for (const each of polygons) {
      parts.push(drawn("path", { class: "face", d: polygon(each.points), fill: fillOf(each) }));
    }
  } else {
    const byColour = new Map();
    for (const each of polygons) {
      const fill = fillOf(each);
      byColour.set(fill, (byColour.get(fill) ?? "") + polygon(each.points));
    }
    for (const [fill, d] of byColour) parts.push(drawn("path", { class: "fill seam", d, fill, stroke: fill }));
    const edges = edgesOf(polygons), inner = edges.filter((edge) => edge.here === edge.there);
    if (inner.length && shape.colours.length === 1) parts.push(drawn("path", { class: "inner", d: lines(inner) }));
    parts.push(drawn("path", { class: "outer", d: lines(edges.filter((edge) => edge.here !== edge.there)) }));
  }
  const frame = frameOf([...polygons, ...walls]);
  return { parts, ...frame };
}

function textPicture(text) {
  const rows = text.split("\n").map((row) => printable(row).replaceAll(" ", "\u00a0"));
  const parts = rows.map((row, k) => drawn("text", { x: 0, y: 0.86 + 1.16 * k, "font-size": 1 }, row));
  const longest = rows.reduce((most, row) => Math.max(most, [...row].length), 1);
  return { parts, left: 0, top: 0, width: longest * 0.602, height: rows.length * 1.16 };
}

// A picture as an SVG element, within `width` by `height` pixels and with at most `most` pixels a cell.
function svgOf(picture, width, height, most) {
  const scale = Math.min(width / picture.width, height / picture.height, most);
  return drawn("svg", {
    class: "figure", "aria-hidden": "true",
    viewBox: [picture.left, picture.top, picture.width, picture.height].map(place).join(" "),
    width: place(picture.width * scale), height: place(picture.height * scale),
  }, ...picture.parts);
}

const STANDING_ALONE = {
  wall: { fill: "#63676f" },
  "fill seam": { "stroke-width": 0.03 },
  inner: { fill: "none", stroke: "#26282c", "stroke-opacity": 0.28, "stroke-width": 0.05 },
  outer: { fill: "none", stroke: "#26282c", "stroke-width": 0.13, "stroke-linecap": "round", "stroke-linejoin": "round" },
  face: { stroke: "#26282c", "stroke-width": 0.05, "stroke-linejoin": "round" },
};

// The text of a picture as an SVG file, which needs no style sheet.
function svgText(picture) {
  const alone = svgOf(picture, 400, 400, 40);
  for (const part of alone.children) {
    const attributes = STANDING_ALONE[part.getAttribute("class")] ?? { "font-family": "monospace" };
    for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value);
    part.removeAttribute("class");
  }
  for (const name of ["class", "aria-hidden"]) alone.removeAttribute(name);
  return new XMLSerializer().serializeToString(alone);
}

// The different images of a shape under the point group, those of boards onto themselves only.
function imagesOf(shape, tiles) {
  const outlines = new Set(), found = [];
  const trace = (edges) => {
    const middles = edges.map(({ from, to }) => [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
    const [left, top] = [0, 1].map((k) => Math.min(...middles.map((middle) => middle[k])));
    return middles.map(([x, y]) => `${Math.round((x - left) * 100)},${Math.round((y - top) * 100)}`).sort().join(" ");
  };
  let board = null;
  for (const mirror of tiles.mirrored ? [1, -1] : [1]) {
    for (let turn = 0; turn < tiles.turns; turn += 1) {
      const angle = (2 * Math.PI * turn) / tiles.turns, [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const matrix = [mirror * cos, -sin, mirror * sin, cos];
      const edges = edgesOf(polygonsOf(shape.cells, shape.owners, tiles, matrix));
      const outside = trace(edges.filter((edge) => edge.there === -2));
      board ??= outside;
      if (shape.colours.length > 1 && outside !== board) continue;
      const outline = trace(edges.filter((edge) => edge.here !== edge.there));
      if (outlines.has(outline)) continue;
      outlines.add(outline);
      found.push(matrix);
    }
  }
  return found;
}
