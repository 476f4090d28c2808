// The grid: only the rows of tiles that can be seen are there.

const GAP = 6;
const CAPTION = 30; // pixels of a tile below and around its picture
const MOST_PRINTED = 600;

class Grid {
  constructor(tileOf, open) {
    this.tileOf = tileOf; // makes the tile of a row of the dataset
    this.element = $("grid");
    this.numbers = new Uint32Array(0);
    this.current = 0;
    this.rows = new Map();
    this.size = 104; // pixels of the width of a tile, at least
    this.aspect = 1; // height of a picture over its width
    let waiting = false;
    const render = () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => { waiting = false; this.render(); });
    };
    addEventListener("scroll", render, { passive: true });
    new ResizeObserver(() => this.arrange()).observe(this.element);
    this.element.addEventListener("click", (event) => {
      const tile = event.target.closest(".tile");
      if (tile) open(Number(tile.dataset.place));
    });
    this.element.addEventListener("focusin", (event) => {
      const tile = event.target.closest(".tile");
      if (tile) this.current = Number(tile.dataset.place);
    });
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  show(numbers) {
    this.numbers = numbers;
    this.current = 0;
    this.arrange(true);
  }

  // Keep what is in the middle of the window where it is, unless all is new.
  arrange(anew = false) {
    const columns = Math.max(1, Math.floor((this.element.clientWidth + GAP) / (this.size + GAP)));
    if (!anew && columns === this.columns && this.arrangedFor === this.size) return this.render();
    this.columns = columns;
    this.arrangedFor = this.size;
    this.wide = Math.floor((this.element.clientWidth + GAP) / columns) - GAP;
    this.height = Math.round(this.size * this.aspect) + CAPTION;
    this.element.style.height = `${Math.ceil(this.numbers.length / columns) * this.height}px`;
    this.clear();
    const top = this.element.getBoundingClientRect().top;
    if (anew && top < 0) scrollBy(0, top - 60);
    return this.render();
  }

  clear() {
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
  }

  render() {
    if (this.printing || !this.columns) return;
    const top = this.element.getBoundingClientRect().top, last = Math.ceil(this.numbers.length / this.columns) - 1;
    const from = Math.max(0, Math.floor(-top / this.height) - 1);
    const to = Math.min(last, Math.ceil((innerHeight - top) / this.height) + 1);
    for (const [row, element] of this.rows) {
      if ((row < from || row > to) && !element.contains(document.activeElement)) { element.remove(); this.rows.delete(row); }
    }
    for (let row = from; row <= to; row += 1) if (!this.rows.has(row)) this.add(row);
  }

  add(row) {
    const start = row * this.columns, places = [];
    for (let k = start; k < Math.min(start + this.columns, this.numbers.length); k += 1) places.push(k);
    const element = node("div", { class: "row" }, ...places.map((place) => this.tile(place)));
    element.style.height = `${this.height}px`;
    element.style.transform = `translateY(${row * this.height}px)`;
    this.rows.set(row, element);
    const after = [...this.rows.keys()].filter((other) => other > row).sort((a, b) => a - b)[0];
    this.element.insertBefore(element, after === undefined ? null : this.rows.get(after));
  }

  tile(place) {
    const tile = this.tileOf(this.numbers[place], this.size);
    tile.dataset.place = place;
    tile.tabIndex = place === this.current ? 0 : -1;
    tile.style.width = `${this.wide}px`;
    tile.style.height = `${this.height - 4}px`;
    return tile;
  }

  focus(place) {
    const old = this.element.querySelector('[tabindex="0"]');
    if (old) old.tabIndex = -1;
    this.current = Math.max(0, Math.min(this.numbers.length - 1, place));
    const row = Math.floor(this.current / this.columns);
    const top = this.element.getBoundingClientRect().top + row * this.height, head = 60;
    if (top < head) scrollBy(0, top - head);
    else if (top + this.height > innerHeight) scrollBy(0, top + this.height - innerHeight);
    this.render();
    const tile = this.element.querySelector(`[data-place="${this.current}"]`);
    if (tile) { tile.tabIndex = 0; tile.focus({ preventScroll: true }); }
  }

  key(event) {
    const page = Math.max(1, Math.floor((innerHeight - 80) / this.height)) * this.columns;
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.columns, ArrowDown: this.columns, PageUp: -page, PageDown: page, Home: -Infinity, End: Infinity };
    if (!(event.key in steps) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.focus(this.current + steps[event.key]);
  }

  // Pages of paper do not scroll: all tiles up to a number, or the usual ones again.
  print(on) {
    this.printing = on;
    this.clear();
    if (!on) { this.arrange(true); return; }
    const last = Math.min(this.numbers.length, MOST_PRINTED);
    for (let row = 0; row * this.columns < last; row += 1) this.add(row);
  }
}
