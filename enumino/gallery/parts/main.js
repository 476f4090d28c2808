// Puts the page together.

const page = JSON.parse($("data").textContent);
const RANKED = ["#f2e8cf", "#f0c27b", "#e2895a", "#b9506b", "#7f3277", "#47276b"];
const OEIS = /^A\d{6,}$/;

function about() {
  const { rows, of, shown, where, seed } = page;
  const parts = [`${counted(rows)} ${rows === 1 ? "row" : "rows"}`];
  if (where !== null) parts.push(`${counted(of)} meet ${where}`);
  if (shown < of) parts.push(`this page has a sample of ${counted(shown)}, seed ${seed}`);
  return `${parts.join("; ")}.`;
}

function totals() {
  const { head, lines, more } = page.totals;
  const source = (oeis) => (OEIS.test(oeis)
    ? node("a", { href: `https://oeis.org/${oeis}`, rel: "noopener noreferrer", target: "_blank" }, oeis) : oeis);
  const mark = (agrees) => (agrees === null ? "" : node("span", { class: agrees ? "right" : "wrong" }, agrees ? "✓" : "✗"));
  const body = lines.map(({ cells, oeis, published, agrees }) => node("tr", {},
    ...cells.map(({ text, wrong }) => node("td", { class: wrong ? "wrong" : null }, wrong ? `${text} ✗` : text)),
    node("td", {}, published === null ? "" : published, " ", mark(agrees)), node("td", {}, source(oeis))));
  const table = node("table", {}, node("thead", {}, node("tr", {}, ...[...head, "published", "source"].map((text) => node("th", {}, text)))), node("tbody", {}, ...body));
  $("totals").append(node("div", { class: "wide" }, table));
  if (more) $("totals").append(node("p", {}, `${counted(more)} more in counts.parquet`));
  $("totals").open = lines.length <= 6;
}

// What draws a row: by itself if the family says how, otherwise as text or not at all.
function drawingOf(figures, columns, layouts, colourOf, rows) {
  const text = columns.get("picture");
  if (!figures || figures.kind === "texts") {
    const picture = (row) => textPicture(text ? text.value(row) : "·");
    return {
      svg: (row, width, height) => svgOf(picture(row), width, height, 22), images: () => [], python: () => null, mask: () => null,
      text: (row) => (text ? text.value(row) : ""), svgText: (row) => svgText(picture(row)), usual: [1, 1],
    };
  }
  const { tiles } = figures, reader = layouts ?? maskReader(figures, columns);
  const picture = (row, matrix) => pictureOf(reader.read(row), tiles, colourOf(row), matrix);
  const images = (row) => (tiles.turns ? imagesOf(reader.read(row), tiles) : []);
  const filledIn = (row) => figures.python?.replace(/\{(\w+)\}/g, (_, name) => (name === "mask" && reader.mask ? reader.mask(row) : columns.get(name)?.exact(row)));
  return {
    svg: (row, width, height, most) => svgOf(picture(row), width, height, most), images: (row) => images(row).map((matrix) => svgOf(picture(row, matrix), 68, 68, 16)),
    python: (row) => (figures.python ? `import enumino\n${filledIn(row)}` : null), mask: (row) => reader.mask?.(row).toString() ?? null,
    text: (row) => textOf(reader.read(row)), svgText: (row) => svgText(picture(row)), usual: usualSize(picture, rows),
  };
}

// Width and height, in cells, that nine of ten pictures do not exceed.
function usualSize(picture, rows) {
  const step = Math.max(1, Math.floor(rows / 200)), sizes = [];
  for (let row = 0; row < rows; row += step) sizes.push(picture(row));
  return ["width", "height"].map((side) => sizes.map((each) => each[side]).sort((a, b) => a - b)[Math.floor(0.9 * sizes.length)] ?? 1);
}

// The colours of the values of a column: those that the family chose, or else from light to dark.
function colouring(facet, given) {
  const { values, column } = facet, ranked = (share) => {
    const place = share * (RANKED.length - 1), k = Math.min(RANKED.length - 2, Math.floor(place)), part = place - k;
    const mix = [1, 3, 5].map((at) => Math.round((1 - part) * parseInt(RANKED[k].slice(at, at + 2), 16) + part * parseInt(RANKED[k + 1].slice(at, at + 2), 16)));
    return `#${mix.map((each) => each.toString(16).padStart(2, "0")).join("")}`;
  };
  const colours = new Map(values.map((value, k) => [value, given?.[value] ?? ranked(values.length > 1 ? k / (values.length - 1) : 0.2)]));
  return { colours, colourOf: (row) => colours.get(column.value(row)) };
}

function theme() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const set = (on) => document.documentElement.classList.toggle("dark", on);
  set(dark.matches);
  dark.addEventListener("change", () => set(dark.matches));
  $("theme").addEventListener("click", () => set(!document.documentElement.classList.contains("dark")));
}

async function start() {
  theme();
  $("about").textContent = about();
  totals();
  const block = await unpacked(page.block), rows = page.shown;
  const columns = page.columns.map((told) => columnOf(told, block));
  const byName = new Map(columns.map((column) => [column.name, column]));
  const described = columns.filter((column) => column.name !== "picture");
  const layouts = page.figures?.kind === "pieces" ? new Layouts(page.figures, byName, rows) : null;
  const pieces = layouts && new Pieces(layouts, page.figures.tiles, () => update());
  const codes = new Set(layouts ? [page.figures.layout, "placements"] : page.figures?.words); // which say nothing to a reader
  const filters = new Filters(described, rows, codes, page.colours, layouts?.words() ?? {}, () => update());
  const coloured = filters.facets.filter((facet) => facet.values);
  let scheme = { colours: new Map(), colourOf: () => "#d7dee6" }, label = null, numbers = new Uint32Array(0);
  const drawing = drawingOf(page.figures, byName, layouts, (row) => scheme.colourOf(row), rows);
  const tile = (row, size) => {
    const said = label ? label.column.shown(row) : counted(row + 1);
    return node("button", { type: "button", class: "tile", "aria-label": `${counted(row + 1)}: ${said}` }, drawing.svg(row, size - 14, (size - 14) * grid.aspect, Math.min((size - 14) / drawing.usual[0], 26)), node("small", {}, said));
  };
  const details = new Details(page, columns, drawing, () => numbers);
  const grid = new Grid(tile, (place) => details.open(place));
  details.element.addEventListener("close", () => grid.focus(details.place));

  function update() {
    numbers = ordered(filters.matches());
    $("count").textContent = `${counted(numbers.length)} of ${counted(rows)}`;
    $("nothing").hidden = numbers.length > 0;
    const condition = $("sql").value.trim();
    if (condition || location.hash) history.replaceState(null, "", `#${encodeURIComponent(condition)}`);
    pieces?.show(numbers);
    grid.show(numbers);
  }

  function ordered(found) {
    const [name, down] = $("order").value.split(" "), column = byName.get(name);
    if (!column) return found;
    const sign = down ? -1 : 1, values = new Array(rows);
    for (const row of found) values[row] = column.exact(row);
    const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    return found.sort((a, b) => sign * compare(values[a], values[b]) || a - b);
  }

  function recolour() {
    label = $("colour").value === "" ? null : coloured[Number($("colour").value)];
    if (label) scheme = colouring(label, page.colours[label.column.name]);
    const swatch = (fill) => drawn("svg", { viewBox: "0 0 10 10", "aria-hidden": "true" }, drawn("rect", { width: 10, height: 10, rx: 2, fill }));
    const shown = page.figures?.kind === "cells" && label ? [...scheme.colours] : [];
    if (!pieces) $("legend").replaceChildren(...shown.map(([value, colour]) => node("span", {}, swatch(colour), String(value))));
    grid.arrange(true);
  }

  $("order").append(node("option", { value: "" }, "as listed"), ...described.filter((column) => column.kind !== "list").flatMap((column) => [
    node("option", { value: column.name }, `${column.name} ↑`), node("option", { value: `${column.name} down` }, `${column.name} ↓`)]));
  $("order").addEventListener("change", update);
  $("colour").append(...coloured.map((facet, k) => node("option", { value: k }, facet.column.name)), node("option", { value: "" }, "number"));
  const usual = coloured.findIndex((facet) => facet.column.name in page.colours && facet.values.length > 1);
  $("colour").value = usual < 0 ? "" : String(usual);
  if (page.figures?.kind !== "cells") $("colour").previousSibling.textContent = "Label ";
  $("colour").parentElement.hidden = coloured.length === 0;
  $("colour").addEventListener("change", recolour);
  const narrow = innerWidth <= 760;
  grid.size = page.figures?.kind === "cells" ? (narrow ? 80 : 104) : narrow ? 100 : 148;
  grid.aspect = Math.max(0.5, Math.min(1.4, drawing.usual[1] / drawing.usual[0]));
  $("size").value = grid.size;
  $("size").addEventListener("input", () => { grid.size = Number($("size").value); grid.arrange(); });
  if (narrow) $("filters").open = false;
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || /INPUT|TEXTAREA|SELECT/.test(event.target.tagName)) return;
    event.preventDefault();
    $("filters").open = true;
    $("sql").focus();
  });
  addEventListener("beforeprint", () => {
    $("count").textContent = `${counted(numbers.length)} of ${counted(rows)}${numbers.length > MOST_PRINTED ? `, the first ${counted(MOST_PRINTED)} here` : ""}`;
    grid.print(true);
  });
  addEventListener("afterprint", () => { grid.print(false); update(); });
  const asked = () => { try { $("sql").value = decodeURIComponent(location.hash.slice(1)); } catch { $("sql").value = ""; } };
  addEventListener("hashchange", () => { asked(); update(); });
  asked();
  recolour();
  update();
  document.documentElement.dataset.ready = "true";
}

start().catch((error) => {
  $("count").textContent = printable(`The rows of this page cannot be read: ${error.message}`);
});
