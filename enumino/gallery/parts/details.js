// One row in full: picture, values, images, and what can be copied.

class Details {
  constructor(page, columns, drawing, numbers) {
    this.page = page;
    this.columns = columns;
    this.drawing = drawing;
    this.numbers = numbers; // gives the rows that are shown
    this.element = $("details");
    this.element.addEventListener("keydown", (event) => {
      if (event.target.tagName === "TEXTAREA") return;
      if (event.key === "ArrowLeft") this.open(this.place - 1);
      if (event.key === "ArrowRight") this.open(this.place + 1);
    });
    this.element.addEventListener("click", (event) => { if (event.target === this.element) this.element.close(); });
  }

  open(place) {
    const numbers = this.numbers();
    if (place < 0 || place >= numbers.length) return;
    this.place = place;
    const row = numbers[place];
    const go = (step, sign, word) => node("button", { type: "button", autofocus: step > 0, title: word, "aria-label": word, click: () => this.open(this.place + step) }, sign);
    const values = this.columns.filter((column) => column.name !== "picture").map((column) => node("tr", {},
      node("th", { scope: "row" }, column.name),
      node("td", {}, column.shown(row), column.description ? node("small", {}, column.description) : null)));
    this.element.replaceChildren(
      node("div", { class: "top" }, node("strong", {}, `${counted(place + 1)} of ${counted(numbers.length)}`), go(-1, "‹", "Previous"), go(1, "›", "Next"),
        node("button", { type: "button", title: "Close", "aria-label": "Close", click: () => this.element.close() }, "✕")),
      node("div", { class: "two" }, node("div", {}, node("div", { class: "large" }, this.drawing.svg(row, 330, 266, 44)), ...this.proof(row), ...this.images(row), ...this.copies(row)),
        node("div", {}, node("table", {}, node("tbody", {}, ...values)))));
    if (!this.element.open) this.element.showModal();
  }

  proof(row) {
    const drawn = this.witnesses.map(({ title, draw }) => [title, draw(row, 330, 266)]).filter(([, picture]) => picture);
    return drawn.flatMap(([title, picture]) => [node("h2", {}, title), node("div", { class: "large" }, picture)]);
  }

  images(row) {
    const images = this.drawing.images(row);
    if (images.length < 2) return [];
    return [node("h2", {}, `Its ${images.length} images under the symmetries`), node("div", { class: "images" }, ...images)];
  }

  copies(row) {
    const ways = Object.entries(this.texts(row)).filter(([, text]) => text());
    const shown = node("textarea", { id: "copied", readonly: true, "aria-label": "What was copied", hidden: true });
    const copy = (text, button) => {
      shown.hidden = false;
      shown.value = text;
      shown.select();
      const done = () => { button.textContent = `${button.dataset.word} ✓`; };
      navigator.clipboard?.writeText(text).then(done, () => { if (document.execCommand("copy")) done(); });
    };
    const buttons = ways.map(([word, text]) => {
      const button = node("button", { type: "button", "data-word": word, click: () => copy(text(), button) }, word);
      return button;
    });
    return [node("h2", {}, "Copy as"), node("div", { class: "copies" }, ...buttons), shown];
  }

  texts(row) {
    const value = (name) => this.columns.find((column) => column.name === name)?.exact(row);
    const exact = Object.fromEntries(this.columns.map((column) => [column.name, column.exact(row)]));
    const literal = (each) => (typeof each === "string" ? `'${each.replaceAll("'", "''")}'` : String(each));
    const identity = this.page.identity.filter((name) => value(name) !== undefined);
    const condition = identity.some((name) => Array.isArray(value(name))) ? null : identity.map((name) => `${name} = ${literal(value(name))}`).join(" and ");
    const opened = `import enumino\ndataset = enumino.open_dataset(${JSON.stringify(this.page.source)})\n`;
    const json = (each) => (typeof each === "bigint" ? String(each) : JSON.stringify(each));
    return {
      Python: () => this.drawing.python(row) ?? (condition && `${opened}print(next(dataset.objects(${JSON.stringify(condition)})))`),
      Mask: () => this.drawing.mask(row),
      Drawing: () => this.drawing.text(row),
      SVG: () => this.drawing.svgText(row),
      SQL: () => condition,
      JSON: () => `{${Object.entries(exact).map(([name, each]) => `${JSON.stringify(name)}:${json(each)}`).join(",")}}`,
    };
  }
}
