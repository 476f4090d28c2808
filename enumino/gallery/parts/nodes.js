// Elements are made one by one, never from HTML: what a dataset says is only ever text.

const SVG = "http://www.w3.org/2000/svg";
// What no font shows, and what a reader would obey: control characters, marks of direction.
const STRANGE = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

const $ = (id) => document.getElementById(id);
const printable = (text) =>
  String(text).replace(STRANGE, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
const NUMBERS = new Intl.NumberFormat("en");
const counted = (number) => NUMBERS.format(number);
const SPOKEN = new Set(["title", "aria-label", "placeholder"]);

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : SPOKEN.has(name) ? printable(value) : value);
  }
  for (const child of children) {
    if (child === null || child === undefined) continue;
    element.append(child instanceof Node ? child : printable(child));
  }
  return element;
}

const node = (tag, attributes = {}, ...children) =>
  filled(document.createElement(tag), attributes, children);
const drawn = (tag, attributes = {}, ...children) =>
  filled(document.createElementNS(SVG, tag), attributes, children);
