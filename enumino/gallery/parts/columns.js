// The columns of the rows, each with `value(i)` and with `shown(i)`, which is text.

const TYPES = {
  uint8: Uint8Array, uint16: Uint16Array, uint32: Uint32Array, uint64: BigUint64Array,
  int8: Int8Array, int16: Int16Array, int32: Int32Array, int64: BigInt64Array,
  float64: Float64Array,
};

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

const plain = (value) => (typeof value === "bigint" ? Number(value) : value);
const written = (value) => (Array.isArray(value) ? value.join(" ") : String(value));

function columnOf(told, block) {
  const array = (part) => new TYPES[part.type](block, part.at, part.length);
  const column = { name: told.name, description: told.description, kind: told.kind };
  if (told.kind === "number") {
    const values = array(told.values);
    column.exact = (i) => values[i];
    column.value = (i) => plain(values[i]);
    column.long = values instanceof BigUint64Array || values instanceof BigInt64Array;
  } else if (told.kind === "flag") {
    const values = array(told.values);
    column.value = (i) => values[i] === 1;
  } else if (told.kind === "codes") {
    const codes = array(told.values);
    column.names = told.names;
    column.value = (i) => told.names[codes[i]];
  } else if (told.kind === "text") {
    const starts = array(told.starts), bytes = array(told.bytes), reader = new TextDecoder();
    column.value = (i) => reader.decode(bytes.subarray(Number(starts[i]), Number(starts[i + 1])));
  } else {
    const starts = array(told.starts), items = array(told.items);
    column.value = (i) => Array.from(items.subarray(Number(starts[i]), Number(starts[i + 1])), plain);
  }
  column.exact ??= column.value;
  column.shown = (i) => written(column.exact(i));
  return column;
}
