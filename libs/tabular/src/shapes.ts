/** Shapes of texts, by which a reader tells a value from a name. A shape says nothing of whether a value is valid. */
const NUMBER =
  /^[+\-\u2212(]?\s*(?:[\p{Sc}%]|[A-Z]{3}\s)?\s*[+\-\u2212]?\p{Nd}[\p{Nd}.,'’\s]*(?:[%\p{Sc}]|[A-Z]{3})?\)?$/u;
const DATE = /^\p{Nd}{1,4}[./-]\s?\p{Nd}{1,2}[./-]\s?\p{Nd}{1,4}(?:[T,\s].*)?$/u;
const TIME = /^\p{Nd}{1,2}:\p{Nd}{2}(?::\p{Nd}{2})?$/u;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const TRUTH = /^(?:true|false)$/i;
const CHARS_MAX = 100;

/** Kind of value that a text looks like; `text` for words and for all that is long. */
export type Shape = "empty" | "text" | "number" | "date" | "time" | "email" | "url" | "id" | "truth";

/** Finds the kind of value that a text looks like. */
export function shapeOf(text: string): Shape {
  if (text.length > CHARS_MAX) return "text";
  const plain = text.trim();
  if (plain === "") return "empty";
  if (DATE.test(plain)) return "date";
  if (NUMBER.test(plain)) return "number";
  if (TIME.test(plain)) return "time";
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(plain)) return "email";
  if (/^https?:\/\//i.test(plain)) return "url";
  if (UUID.test(plain)) return "id";
  return TRUTH.test(plain) ? "truth" : "text";
}
