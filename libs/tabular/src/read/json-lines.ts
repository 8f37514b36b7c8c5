import { listText } from "../cells.ts";
import type { Bytes } from "./bytes.ts";
import { visible, type Encoding } from "./encoding.ts";
import { linesOf, type TextLine } from "./lines.ts";
import {
  columnNames,
  COLUMNS_MAX,
  ROWS_MAX,
  SourceRefused,
  tooManyRows,
  type Cell,
  type Row,
  type RowFault,
} from "./source.ts";

/** Cells of an object by the names of their columns. */
type Members = Map<string, Cell>;

/**
 * Finds the columns of lines of JSON: the members of all objects, in the order in which they appear. An object in a
 * member is spread once (`address.city`). Throws SourceRefused for more than 200.
 */
export async function jsonColumns(bytes: Bytes, encoding: Encoding): Promise<string[]> {
  const names = new Set<string>();
  for await (const line of linesOf(bytes, encoding)) {
    const members = membersOf(line);
    if (members === undefined) continue;
    for (const name of members.keys()) names.add(name);
    if (names.size > COLUMNS_MAX)
      throw new SourceRefused("limit_reached", `The source has more than ${COLUMNS_MAX} columns. Split it.`);
  }
  return [...names];
}

/** Reads lines of JSON as rows. A line that is not an object is a fault of its row; empty lines do not count. */
export async function* jsonRows(
  bytes: Bytes,
  encoding: Encoding,
  names: readonly string[],
): AsyncGenerator<Row, void, undefined> {
  let row = 0;
  for await (const line of linesOf(bytes, encoding)) {
    if (line.text.trim() === "") continue;
    row += 1;
    if (row > ROWS_MAX) throw tooManyRows();
    yield { row, line: line.line, ...judged(line, names) };
  }
}

/** Headers of columns by their names. */
export const jsonHeaders = (names: readonly string[]): string[] => columnNames(names.map(visible));

/** Returns cells of which those that no column stores are faults. */
export function readableCells(sent: readonly Cell[]): Pick<Row, "cells" | "faults"> {
  const faults: RowFault[] = [];
  const cells = sent.map((cell, column) => {
    if (typeof cell !== "string" || (cell.isWellFormed() && !cell.includes("\0"))) return cell;
    faults.push({
      column,
      code: "invalid_character",
      message: "The cell has NUL or half of a surrogate pair. Write it again.",
    });
    return visible(cell);
  });
  return { cells, faults };
}

function judged(line: TextLine, names: readonly string[]): Pick<Row, "cells" | "faults"> {
  const members = membersOf(line);
  if (members === undefined)
    return {
      cells: names.map((_, column) => (column === 0 ? visible(line.text) : null)),
      faults: [faultOf(line)],
    };
  return readableCells(names.map((name) => members.get(name) ?? null));
}

/** Fault of a row with more characters than a table stores. */
export const TOO_LONG: RowFault = {
  column: null,
  code: "too_large",
  message: "The line has more than 1,048,576 characters. Shorten it.",
};

function faultOf({ text, isTooLong }: TextLine): RowFault {
  if (isTooLong) return TOO_LONG;
  if (!text.isWellFormed())
    return {
      column: null,
      code: "not_in_encoding",
      message:
        "The line has bytes that the encoding does not have. Choose another encoding, or write it again.",
    };
  return {
    column: null,
    code: "invalid_json",
    message: "The line is not an object of JSON. Write one a line.",
  };
}

/** The members of a line; undefined for a line that is not an object. */
function membersOf({ text, isTooLong }: TextLine): Members | undefined {
  if (isTooLong || !text.isWellFormed() || text.trim() === "") return undefined;
  try {
    const value = JSON.parse(text, exactNumbers) as unknown;
    return isObject(value) ? spread(value) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a number that a double would round as the text of its digits. */
function exactNumbers(_: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== "number" || context?.source === undefined) return value;
  return isExact(context.source) ? value : context.source;
}

/** Most digits that a double has of every number. */
const EXACT_DIGITS = 15;
const isExact = (source: string): boolean => source.replaceAll(/e.*|\D/gi, "").length <= EXACT_DIGITS;

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function spread(value: object): Members {
  const members: Members = new Map();
  for (const [name, member] of Object.entries(value) as [string, unknown][])
    if (isObject(member))
      for (const [inner, deep] of Object.entries(member)) members.set(`${name}.${inner}`, cellOf(deep));
    else members.set(name, cellOf(member));
  return members;
}

function cellOf(value: unknown): Cell {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (value === null) return null;
  if (Array.isArray(value) && value.every((one) => typeof one !== "object" || one === null))
    return listText(value.map((one) => (one === null ? "" : String(one))));
  return JSON.stringify(value);
}
