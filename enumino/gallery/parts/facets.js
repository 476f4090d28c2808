// Filters: one a column, and a condition. The counts beside the values of a column are of the rows that
// meet all other filters.

const MOST_VALUES = 40;
const BINS = 30;

class Facet {
  constructor(column, rows, changed, given) {
    this.column = column;
    this.changed = changed;
    this.chosen = new Set();
    this.body = node("div");
    this.element = node("fieldset", { class: "facet" }, node("legend", { title: column.description }, column.name), this.body);
    if (column.kind === "text") this.askForText((value, wanted) => value.includes(wanted), "contains");
    else if (column.kind === "list") this.askForText((value, wanted) => wanted.split(/[\s,]+/).every((item) => value.includes(Number(item))), "contains numbers");
    else this.sort(rows, given);
  }

  sort(rows, given) {
    const { column } = this, seen = new Set();
    for (let i = 0; i < rows; i += 1) seen.add(column.value(i));
    let values = [...seen];
    if (column.kind === "codes") {
      const order = [...given, ...values.filter((value) => !given.includes(value)).sort()];
      values.sort((a, b) => order.indexOf(a) - order.indexOf(b));
      this.byValue(rows, values);
    } else {
      values.sort((a, b) => a - b);
      if (values.length <= MOST_VALUES) this.byValue(rows, values);
      else this.byRange(rows, values);
    }
  }

  byValue(rows, values) {
    const numbers = new Map(values.map((value, k) => [value, k]));
    this.values = values;
    this.codes = new Uint8Array(rows).map((_, i) => numbers.get(this.column.value(i)));
    this.counts = new Uint32Array(values.length);
    this.lines = values.map((value, k) => {
      const box = node("input", { type: "checkbox", change: () => this.choose(k, box.checked) });
      const count = node("b");
      const line = node("label", { class: "value", title: String(value) }, box, node("span", {}, String(value)), count);
      return { box, count, line };
    });
    this.body.className = "values";
    this.body.append(...this.lines.map(({ line }) => line));
    this.passes = (i) => this.chosen.has(this.codes[i]);
    this.active = () => this.chosen.size > 0;
  }

  choose(code, on) {
    if (on) this.chosen.add(code);
    else this.chosen.delete(code);
    this.changed();
  }

  byRange(rows, values) {
    const [low, high] = [values[0], values[values.length - 1]];
    this.codes = new Uint8Array(rows).map((_, i) =>
      Math.min(BINS - 1, Math.floor(((this.column.value(i) - low) / (high - low)) * BINS)));
    this.counts = new Uint32Array(BINS);
    this.lines = this.counts.reduce((list) => [...list, { line: node("i") }], []);
    const end = (name, value) => node("input", { type: "number", "aria-label": `${this.column.name} ${name}`, placeholder: String(value), input: () => this.changed() });
    this.ends = [end("from", low), end("to", high)];
    this.body.append(node("div", { class: "bins" }, ...this.lines.map(({ line }) => line)), node("div", { class: "ends" }, this.ends[0], "to", this.ends[1]));
    const limit = (k) => (this.ends[k].value === "" ? null : Number(this.ends[k].value));
    this.prepare = () => { this.limits = [limit(0), limit(1)]; };
    this.passes = (i) => {
      const value = this.column.value(i), [from, to] = this.limits;
      return (from === null || value >= from) && (to === null || value <= to);
    };
    this.active = () => this.ends.some((each) => each.value !== "");
  }

  askForText(test, word) {
    this.ends = [node("input", { type: "search", placeholder: word, "aria-label": `${this.column.name} ${word}`, input: () => this.changed() })];
    this.body.append(this.ends[0]);
    this.prepare = () => { this.wanted = this.ends[0].value.trim(); };
    this.passes = (i) => test(this.column.value(i), this.wanted);
    this.active = () => this.ends[0].value.trim() !== "";
  }

  clear() {
    this.chosen.clear();
    for (const each of this.ends ?? []) each.value = "";
    for (const { box } of this.lines ?? []) if (box) box.checked = false;
  }

  show() {
    if (!this.counts) return;
    const most = Math.max(1, ...this.counts);
    this.lines.forEach(({ line, count }, k) => {
      line.style.setProperty("--share", this.counts[k] / most);
      line.classList.toggle("none", this.counts[k] === 0);
      if (count) count.textContent = counted(this.counts[k]);
    });
  }
}

class Filters {
  constructor(columns, rows, skipped, colours, words, changed) {
    this.columns = columns;
    this.rows = rows;
    this.words = words;
    this.changed = changed;
    this.facets = columns
      .filter((column) => !column.long && !skipped.has(column.name))
      .map((column) => new Facet(column, rows, () => this.later(), Object.keys(colours[column.name] ?? {})));
    $("facets").append(...this.facets.map((facet) => facet.element));
    const named = columns.map((column) => column.name);
    $("sql").placeholder = named.includes("holes") ? "holes > 0 and symmetry = 'axis'" : `${named[0]} …`;
    $("sql").addEventListener("input", () => this.later());
    $("condition").addEventListener("submit", (event) => event.preventDefault());
    $("reset").addEventListener("click", () => this.clear());
  }

  // A hundred thousand rows take some ten milliseconds: not at every letter.
  later() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.changed(), 60);
  }

  clear() {
    $("sql").value = "";
    for (const facet of this.facets) facet.clear();
    this.changed();
  }

  // The numbers of the rows that meet all filters; counts follow.
  matches() {
    let test = null;
    $("problem").textContent = "";
    $("sql").removeAttribute("aria-invalid");
    try {
      test = conditionOf($("sql").value, this.columns, this.rows, this.words);
      return this.found(test);
    } catch (error) {
      $("problem").textContent = printable(error.message);
      $("sql").setAttribute("aria-invalid", "true");
      return this.found(null);
    }
  }

  found(test) {
    const active = this.facets.filter((facet) => facet.active());
    for (const facet of active) facet.prepare?.();
    const counting = this.facets.filter((facet) => facet.counts);
    for (const facet of counting) facet.counts.fill(0);
    const numbers = new Uint32Array(this.rows);
    let found = 0;
    for (let i = 0; i < this.rows; i += 1) {
      if (test && !test(i)) continue;
      let failed = null, failures = 0;
      for (let k = 0; k < active.length && failures < 2; k += 1) {
        if (!active[k].passes(i)) { failed = active[k]; failures += 1; }
      }
      if (failures === 0) {
        numbers[found++] = i;
        for (const facet of counting) facet.counts[facet.codes[i]] += 1;
      } else if (failures === 1 && failed.counts) failed.counts[failed.codes[i]] += 1;
    }
    for (const facet of counting) facet.show();
    const filters = active.length + (test ? 1 : 0);
    $("filtered").textContent = filters ? `(${filters} in use)` : "";
    return numbers.slice(0, found);
  }
}
