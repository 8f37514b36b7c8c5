import { FormulaInvalid } from "./formula-invalid.ts";

/** One word of a formula. */
export interface Token {
  kind: "number" | "text" | "name" | "column" | "symbol" | "end";
  /** The value of a text, the name of a column, otherwise the characters as written. */
  text: string;
  at: number;
}

const SPACE = /[ \t\r\n]+/y;
const NUMBER = /(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const COLUMN = /\{[a-z][a-z0-9_]{0,62}\}/y;
const SYMBOL = /<=|>=|!=|[-+*/%^&=<>(),]/y;
const ESCAPES = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
]);

/** Splits a formula into its words; every character belongs to one, or the formula is invalid there. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  while (at < source.length) {
    const space = take(SPACE);
    if (space !== undefined) {
      at += space.length;
      continue;
    }
    const { token, length } = tokenAt(source, at, take);
    tokens.push(token);
    at += length;
  }
  tokens.push({ kind: "end", text: "", at });
  return tokens;
}

function tokenAt(
  source: string,
  at: number,
  take: (pattern: RegExp) => string | undefined,
): { token: Token; length: number } {
  const first = source[at];
  if (first === '"' || first === "'") return quoted(source, at, first);
  if (first === "{") {
    const column = take(COLUMN);
    if (column === undefined) throw new FormulaInvalid(at, "a column as {name}");
    return { token: { kind: "column", text: column.slice(1, -1), at }, length: column.length };
  }
  for (const [kind, pattern] of [
    ["number", NUMBER],
    ["name", NAME],
    ["symbol", SYMBOL],
  ] as const) {
    const text = take(pattern);
    if (text !== undefined) return { token: { kind, text, at }, length: text.length };
  }
  throw new FormulaInvalid(at, "a value, a function or an operator");
}

/** A backslash takes the next character as it is; \n, \t and \r are the control characters. */
function quoted(source: string, at: number, quote: string): { token: Token; length: number } {
  let text = "";
  for (let i = at + 1; i < source.length; i += 1) {
    const character = source.charAt(i);
    if (character === quote) return { token: { kind: "text", text, at }, length: i + 1 - at };
    if (character !== "\\") {
      text += character;
      continue;
    }
    i += 1;
    const escaped = source.charAt(i);
    text += ESCAPES.get(escaped) ?? escaped;
  }
  throw new FormulaInvalid(source.length, `the closing ${quote}`);
}
