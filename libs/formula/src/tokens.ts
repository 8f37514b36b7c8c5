import { FormulaInvalid } from "./formula-invalid.ts";
import { charactersOf } from "./value.ts";

/** One word of a formula. */
export interface Token {
  kind: "number" | "text" | "name" | "column" | "symbol" | "end";
  /** The value of a text, the name of a column, otherwise the characters as written. */
  text: string;
  /** Characters before it, counted as those of a cell: code points. */
  at: number;
}

const NUMBER = /(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const COLUMN = /\{[a-z][a-z0-9_]{0,62}\}/y;
/** Syntax of other products for a column of a related row. */
const COLUMN_PATH = /\{[a-z][a-z0-9_]{0,62}\./y;
const SYMBOL = /<=|>=|!=|[-+*/%^&=<>(),]/y;
const ESCAPES = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
]);

/** Splits a formula into its words; every character belongs to one, or the formula is invalid there. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let index = 0;
  let at = 0;
  while (index < source.length) {
    if (isSpace(source.charCodeAt(index))) {
      index += 1;
      at += 1;
      continue;
    }
    const { length, ...token } = tokenAt(source, index, at);
    tokens.push({ ...token, at });
    at += token.kind === "text" ? charactersOf(source.slice(index, index + length)) : length;
    index += length;
  }
  tokens.push({ kind: "end", text: "", at });
  return tokens;
}

/** A word without its place, and how much of the source it takes. */
type Word = Pick<Token, "kind" | "text"> & { length: number };

/**
 * The word that begins at the index; `at` is its place in a refusal. Its first character decides what it can be: a
 * table may hold 800,000 characters of formulas.
 */
function tokenAt(source: string, index: number, at: number): Word {
  const first = source.charCodeAt(index);
  if (first === 0x22 || first === 0x27) return quoted(source, index, source.charAt(index));
  if (first === 0x7b) {
    const column = take(COLUMN, source, index);
    if (column === undefined) {
      const isPath = take(COLUMN_PATH, source, index) !== undefined;
      const reason = isPath ? "; a formula can only use columns of its own row" : "";
      throw new FormulaInvalid(at, `a column as {name}${reason}`);
    }
    return { kind: "column", text: column.slice(1, -1), length: column.length };
  }
  const [kind, pattern] = isNumeric(first)
    ? (["number", NUMBER] as const)
    : isLetter(first)
      ? (["name", NAME] as const)
      : (["symbol", SYMBOL] as const);
  const text = take(pattern, source, index);
  if (text === undefined) throw new FormulaInvalid(at, "a value, a function or an operator");
  return { kind, text, length: text.length };
}

function take(pattern: RegExp, source: string, index: number): string | undefined {
  pattern.lastIndex = index;
  return pattern.test(source) ? source.slice(index, pattern.lastIndex) : undefined;
}

const isSpace = (code: number) => code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
/** A digit or a point. */
const isNumeric = (code: number) => (code >= 0x30 && code <= 0x39) || code === 0x2e;
/** A letter or an underscore. */
const isLetter = (code: number) => ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) || code === 0x5f;

/** A backslash takes the next character as it is; \n, \t and \r are the control characters. */
function quoted(source: string, index: number, quote: string): Word {
  let text = "";
  for (let i = index + 1; i < source.length; i += 1) {
    const character = source.charAt(i);
    if (character === quote) return { kind: "text", text, length: i + 1 - index };
    if (character !== "\\") {
      text += character;
      continue;
    }
    i += 1;
    const escaped = source.charAt(i);
    text += ESCAPES.get(escaped) ?? escaped;
  }
  throw new FormulaInvalid(charactersOf(source), `the closing ${quote}`);
}
