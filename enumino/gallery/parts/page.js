// Facets by column, search, order and details of the pictures of a page, which Python has drawn.
// Elements are made one by one, never from HTML: what a dataset says is only ever text.
"use strict";
(() => {
const $ = (id) => document.getElementById(id);
const { columns, rows, identity, search, pieces } = JSON.parse($("data").textContent);
const place = new Map(columns.map(([name], k) => [name, k]));
const tiles = [...document.querySelectorAll(".tile")];
const shown = (value) => (Array.isArray(value) ? JSON.stringify(value) : String(value));
const valueOf = (row, name) => shown(rows[row][place.get(name)]);
const compared = (a, b) => (typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a - b);
// A facet is a column with few values, none of which is a list or null, and its sorted values.
const MOST_VALUES = 24;
const facets = columns.flatMap(([name], k) => {
  const values = new Set(rows.map((row) => row[k]));
  const few = values.size > 1 && values.size <= MOST_VALUES && ![...values].some((value) => typeof value === "object");
  return few ? [[name, [...values].sort(compared).map(shown)]] : [];
});
// For tilings, the pieces used, all of which a row has, and the piece on a cell that is chosen.
const USED = "pieces used", AT = "piece on a cell";
let cell = 0;
const nameOf = (letter) => pieces.names[pieces.letters.indexOf(letter)];
const used = (row) => [...new Set(pieces.at[row].replaceAll(".", ""))].map(nameOf);
function valuesOf(row, name) {
  if (name === USED) return used(row);
  if (name === AT) return pieces.at[row][cell] === "." ? [] : [nameOf(pieces.at[row][cell])];
  return [valueOf(row, name)];
}
if (pieces) {
  const sets = rows.map((_, row) => new Set(used(row)));
  const some = pieces.names.filter((name) => sets.some((own) => !own.has(name)));
  facets.unshift([AT, pieces.names]);
  if (some.length) facets.unshift([USED, some]);
}

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

// Filters: the chosen values of each facet, and the text that is looked for.
const chosen = new Map(facets.map(([name]) => [name, new Set()]));
const boxes = new Map();
let order = rows.map((_, row) => row);

function meets(row, without) {
  for (const [name, values] of chosen) {
    if (name === without || !values.size) continue;
    const own = valuesOf(row, name), has = (value) => own.includes(value);
    if (!(name === USED ? [...values].every(has) : [...values].some(has))) return false;
  }
  const text = $("search").value.trim();
  return !text || search.some((name) => valueOf(row, name).startsWith(text));
}

function facet([name, values]) {
  const lines = values.map((value) => {
    const box = element("input", { type: "checkbox", change: () => {
      chosen.get(name)[box.checked ? "add" : "delete"](value);
      update();
    } });
    const number = element("b");
    boxes.set(`${name}\n${value}`, { box, number });
    return element("label", { title: value }, box, element("span", {}, value), number);
  });
  const meaning = place.has(name) ? columns[place.get(name)][1] : "";
  if (name === AT) lines.unshift(element("select", { title: "row, column", change: (event) => {
    cell = Number(event.target.value);
    update();
  } }, ...pieces.cells.map((text, k) => element("option", { value: k }, text))));
  return element("details", { class: "facet", "data-name": name, title: meaning }, element("summary", {}, name), ...lines);
}

// The numbers beside the values of a facet count the pictures that meet all other filters.
function count([name, values]) {
  const numbers = new Map(values.map((value) => [value, 0]));
  for (const row of order) {
    if (!meets(row, name === USED ? "" : name)) continue;
    for (const value of valuesOf(row, name)) numbers.set(value, numbers.get(value) + 1);
  }
  for (const value of values) {
    const { box, number: text } = boxes.get(`${name}\n${value}`), number = numbers.get(value);
    box.checked = chosen.get(name).has(value);
    text.textContent = number.toLocaleString("en");
  }
  const details = document.querySelector(`.facet[data-name="${CSS.escape(name)}"]`);
  details.classList.toggle("used", chosen.get(name).size > 0);
}

function update() {
  let number = 0;
  for (const row of order) {
    const there = meets(row);
    tiles[row].hidden = !there;
    number += there;
  }
  facets.forEach(count);
  $("count").textContent = `${number.toLocaleString("en")} of ${rows.length.toLocaleString("en")}`;
  $("nothing").hidden = number > 0;
}

// Order by a column; the order of the dataset where values are equal.
function sort() {
  const [name, direction] = $("order").value.split(" ");
  order = rows.map((_, row) => row);
  if (name) {
    const k = place.get(name), sign = direction === "down" ? -1 : 1;
    order.sort((a, b) => sign * compared(rows[a][k], rows[b][k]) || a - b);
  }
  $("grid").append(...order.map((row) => tiles[row]));
}

// Details of a picture: its values, and texts to copy.
let open = 0;

function condition(row) {
  const quoted = (value) => (typeof value === "string" && !/^\d+$/.test(value) ? `'${value.replaceAll("'", "''")}'` : shown(value));
  return identity.map((name) => `${name} = ${quoted(rows[row][place.get(name)])}`).join(" and ");
}

function copies(row, picture) {
  const found = [["Condition", condition(row)]];
  if (place.has("address")) found.unshift(["Address", valueOf(row, "address")]);
  if (picture.tagName === "svg") found.push(["SVG", new XMLSerializer().serializeToString(picture)]);
  else found.push(["Picture", picture.textContent]);
  found.push(["JSON", JSON.stringify(Object.fromEntries(columns.map(([name], k) => [name, rows[row][k]])))]);
  return found.map(([name, text]) =>
    element("button", { type: "button", "data-text": text, click: () => navigator.clipboard?.writeText(text) }, `Copy ${name}`));
}

function visible() {
  return order.filter((row) => !tiles[row].hidden);
}

function show(row) {
  open = row;
  const picture = tiles[row].firstElementChild.cloneNode(true), all = visible();
  $("large").replaceChildren(picture);
  $("place").textContent = `${all.indexOf(row) + 1} of ${all.length}`;
  $("copies").replaceChildren(...copies(row, picture));
  $("values").replaceChildren(...columns.map(([name, meaning], k) =>
    element("tr", {}, element("th", {}, name), element("td", {}, shown(rows[row][k])), element("td", {}, meaning))));
  if (!$("details").open) $("details").showModal();
}

function move(step) {
  const all = visible();
  show(all[(all.indexOf(open) + step + all.length) % all.length]);
}

$("facets").append(...facets.map(facet));
const named = facets.findIndex(([name]) => name === "symmetry");
if (named >= 0) $("facets").children[named].open = true;
$("search").hidden = !search.length;
$("search").placeholder = search.join(", ");
$("search").addEventListener("input", update);
$("reset").addEventListener("click", () => {
  chosen.forEach((values) => values.clear());
  $("search").value = "";
  update();
});
$("order").append(element("option", { value: "" }, "of the dataset"));
columns.forEach(([name], k) => {
  if (rows.length && !Array.isArray(rows[0][k])) {
    $("order").append(element("option", { value: `${name} up` }, `${name} ↑`), element("option", { value: `${name} down` }, `${name} ↓`));
  }
});
$("order").addEventListener("change", sort);
$("size").addEventListener("input", () => $("grid").style.setProperty("--size", $("size").value));
$("grid").addEventListener("click", (event) => {
  const tile = event.target.closest(".tile");
  if (tile) show(Number(tile.value));
});
$("before").addEventListener("click", () => move(-1));
$("next").addEventListener("click", () => move(1));
$("close").addEventListener("click", () => $("details").close());
$("details").addEventListener("keydown", (event) => {
  if (event.key === "ArrowLeft") move(-1);
  if (event.key === "ArrowRight") move(1);
});
update();
document.documentElement.dataset.ready = "true";
})();
