// Conditions in SQL -> functions of the number of a row. null is unknown, as in SQL.

const TOKEN = /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)|'((?:[^']|'')*)'|"((?:[^"]|"")*)"|([A-Za-z_]\w*)|(<>|!=|<=|>=|::|\/\/|[=<>()+\-*\/%,]))/y;
const FUNCTIONS = {
  abs: (x) => Math.abs(x),
  least: (...values) => Math.min(...values),
  greatest: (...values) => Math.max(...values),
  length: (x) => x.length,
  len: (x) => x.length,
};
const CASTS = { int: Number, bigint: Number, double: Number, text: String, varchar: String };
const COMPARE = {
  "=": (a, b) => a === b, "<>": (a, b) => a !== b, "!=": (a, b) => a !== b,
  "<": (a, b) => a < b, "<=": (a, b) => a <= b, ">": (a, b) => a > b, ">=": (a, b) => a >= b,
};
const COMPUTE = {
  "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b,
  "/": (a, b) => (b === 0 ? null : a / b),
  "//": (a, b) => (b === 0 ? null : Math.trunc(a / b)),
  "%": (a, b) => (b === 0 ? null : a % b),
};

function tokensOf(text) {
  const tokens = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const at = TOKEN.lastIndex, found = TOKEN.exec(text);
    if (!found) throw new Error(`It cannot be read from “${text.slice(at, at + 12).trim()}” on.`);
    const [, number, string, quoted, word, sign] = found;
    if (number !== undefined) tokens.push({ kind: "value", value: Number(number) });
    else if (string !== undefined) tokens.push({ kind: "value", value: string.replaceAll("''", "'") });
    else if (quoted !== undefined) tokens.push({ kind: "name", word: quoted.replaceAll('""', '"') });
    else if (word !== undefined) tokens.push({ kind: "word", word, key: word.toLowerCase() });
    else tokens.push({ kind: "sign", key: sign });
  }
  return tokens;
}

const alike = (a, b) => typeof a === typeof b;
const known = (action) => (...values) => (values.includes(null) ? null : action(...values));

function compared(sign, left, right) {
  const test = COMPARE[sign];
  return (i) => {
    const a = left(i), b = right(i);
    if (a === null || b === null) return null;
    if (!alike(a, b)) throw new Error("A number is compared with a text: put text in 'single quotes'.");
    return test(a, b);
  };
}

function pattern(text, ignoreCase) {
  const source = [...text].map((c) =>
    c === "%" ? ".*" : c === "_" ? "." : c.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&"));
  return new RegExp(`^${source.join("")}$`, ignoreCase ? "isu" : "su");
}

class Condition {
  constructor(text, columns, words) {
    this.tokens = tokensOf(text);
    this.columns = columns;
    this.words = words;
    this.at = 0;
  }

  next(...keys) {
    const token = this.tokens[this.at];
    if (!token || token.kind === "name" || !keys.includes(token.key)) return null;
    this.at += 1;
    return token.key;
  }

  need(key) {
    if (!this.next(key)) throw new Error(`“${key}” is missing${this.before()}.`);
  }

  before() {
    const token = this.tokens[this.at];
    return token ? ` before “${token.word ?? token.value ?? token.key}”` : " at the end";
  }

  whole() {
    const test = this.or();
    if (this.at < this.tokens.length) throw new Error(`A comparison or “and” is missing${this.before()}.`);
    return test;
  }

  or() {
    let left = this.and();
    while (this.next("or")) {
      const a = left, b = this.and();
      left = (i) => { const x = a(i); if (x === true) return true; const y = b(i); return y === true ? true : x === null || y === null ? null : false; };
    }
    return left;
  }

  and() {
    let left = this.not();
    while (this.next("and")) {
      const a = left, b = this.not();
      left = (i) => { const x = a(i); if (x === false) return false; const y = b(i); return y === false ? false : x === null || y === null ? null : true; };
    }
    return left;
  }

  not() {
    if (!this.next("not")) return this.test();
    const inner = this.not();
    return (i) => { const x = inner(i); return x === null ? null : !x; };
  }

  test() {
    const left = this.sum();
    const sign = this.next(...Object.keys(COMPARE));
    if (sign) return compared(sign, left, this.sum());
    if (this.next("is")) {
      const no = this.next("not");
      this.need("null");
      return (i) => (left(i) === null) !== Boolean(no);
    }
    const no = Boolean(this.next("not"));
    const negated = (found) => (i) => { const x = found(i); return x === null ? null : x !== no; };
    if (this.next("between")) {
      const low = this.sum();
      this.need("and");
      const high = this.sum();
      const from = compared(">=", left, low), to = compared("<=", left, high);
      return negated((i) => { const x = from(i), y = to(i); return x === null || y === null ? null : x && y; });
    }
    if (this.next("in")) {
      this.need("(");
      const items = this.list().map((item) => compared("=", left, item));
      return negated((i) => items.some((same) => same(i) === true));
    }
    const like = this.next("like", "ilike");
    if (like) {
      const token = this.tokens[this.at++];
      if (typeof token?.value !== "string") throw new Error("“like” takes a text in 'single quotes'.");
      const matches = pattern(token.value, like === "ilike");
      return negated((i) => { const x = left(i); return x === null ? null : matches.test(String(x)); });
    }
    if (no) throw new Error(`“in”, “between” or “like” is missing${this.before()}.`);
    return left;
  }

  list() {
    const items = [this.sum()];
    while (this.next(",")) items.push(this.sum());
    this.need(")");
    return items;
  }

  sum() {
    return this.computed(() => this.product(), "+", "-");
  }

  product() {
    return this.computed(() => this.sign(), "*", "/", "//", "%");
  }

  computed(part, ...signs) {
    let left = part(), sign;
    while ((sign = this.next(...signs))) {
      const a = left, b = part(), action = COMPUTE[sign];
      left = (i) => { const x = a(i), y = b(i); return x === null || y === null ? null : action(x, y); };
    }
    return left;
  }

  sign() {
    if (!this.next("-")) return this.single();
    const inner = this.sign();
    return (i) => { const x = inner(i); return x === null ? null : -x; };
  }

  single() {
    let value = this.plain();
    while (this.next("::")) value = this.cast(value);
    return value;
  }

  cast(value) {
    const named = this.next(...Object.keys(CASTS));
    if (!named) throw new Error(`A type is missing${this.before()}: choose from ${Object.keys(CASTS).join(", ")}.`);
    const action = known(CASTS[named]);
    return (i) => {
      const made = action(value(i));
      if (Number.isNaN(made)) throw new Error("A text that is not a number is cast to a number.");
      return made;
    };
  }

  plain() {
    const token = this.tokens[this.at];
    if (!token) throw new Error("Something is missing at the end.");
    if (this.next("(")) {
      const inner = this.or();
      this.need(")");
      return inner;
    }
    this.at += 1;
    if (token.kind === "value") return () => token.value;
    if (token.key === "true" || token.key === "false") return () => token.key === "true";
    if (token.key === "null") return () => null;
    if (token.kind === "sign") throw new Error(`“${token.key}” stands where a value is missing.`);
    if (token.key === "cast" && this.next("(")) {
      const inner = this.or();
      this.need("as");
      const made = this.cast(inner);
      this.need(")");
      return made;
    }
    if (token.kind === "word" && Object.hasOwn(FUNCTIONS, token.key) && this.next("(")) {
      const items = this.list(), action = known(FUNCTIONS[token.key]);
      return (i) => action(...items.map((item) => item(i)));
    }
    if (token.kind === "word" && Object.hasOwn(this.words, token.key) && this.next("(")) {
      const items = this.list(), { call, values, of } = this.words[token.key];
      if (items.length !== values) throw new Error(`“${token.word}” is called as ${call}.`);
      return (i) => { const given = items.map((item) => item(i)); return given.includes(null) ? null : of(i, given); };
    }
    const column = this.columns.find((each) => each.name === token.word);
    if (!column) {
      const names = this.columns.map((each) => each.name).join(", ");
      throw new Error(`There is no column “${token.word}”: choose from ${names}.`);
    }
    return column.value;
  }
}

// The function that tells whether a row meets a condition; raises an Error that says what is wrong.
// `words` are functions of this page's rows, beside those of numbers and texts.
function conditionOf(text, columns, rows, words) {
  if (!text.trim()) return null;
  try {
    const test = new Condition(text, columns, words).whole();
    if (rows && ![true, false, null].includes(test(0))) throw new Error("It is a value, not a condition: compare it.");
    return (i) => test(i) === true;
  } catch (error) {
    if (error instanceof RangeError) throw new Error("It is nested too deeply.");
    throw error;
  }
}
