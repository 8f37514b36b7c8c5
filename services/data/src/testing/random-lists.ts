/** Random tables, rows, filters and sorts, and a naive answer to each list over the same data. */

export type Cells = Record<string, unknown>;
export type Filter = Record<string, unknown>;

/** A row as the reference sees it. */
export interface ReferenceRow {
  id: string;
  data: Cells;
}

/** One sort key and its direction. */
export interface Order {
  field: string;
  direction: "asc" | "desc";
}

/** Numbers from 0 up to, without, 1; the same ones for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Draws from what tests need. */
export class Draw {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomOf(seed);
  }

  below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  of<T>(members: readonly T[]): T {
    return members[this.below(members.length)] as T;
  }

  some<T>(members: readonly T[]): T[] {
    const count = 1 + this.below(3);
    return [...new Set(Array.from({ length: count }, () => this.of(members)))];
  }
}

const texts = [
  "",
  "a",
  "A",
  "ab",
  "aB%",
  "b_",
  "é",
  "e",
  "f",
  "Item 10",
  "item 9",
  "Item 9",
  "\u{1f600}",
  "a'b\"c\\",
  "z".repeat(250),
  `${"z".repeat(250)}!`,
];
const numbers = [-1.5, 0, 0.1, 1, 2, 1e15, 9_007_199_254_740_991];
const dates = ["0999-12-31", "2025-12-31", "2026-01-01", "2026-01-02"];
/** Not in the order of their texts. */
const choices = ["y", "z", "x"];

/** Values and operators of each type. */
const types = {
  text: {
    values: texts,
    ops: [
      "eq",
      "neq",
      "ieq",
      "in",
      "nin",
      "contains",
      "ncontains",
      "starts_with",
      "ends_with",
      "empty",
      "nempty",
    ],
  },
  number: {
    values: numbers,
    ops: ["eq", "neq", "gt", "gte", "lt", "lte", "between", "in", "nin", "empty", "nempty"],
  },
  boolean: { values: [true, false], ops: ["eq"] },
  date: {
    values: dates,
    ops: ["eq", "neq", "before", "after", "on_or_before", "on_or_after", "between", "empty", "nempty"],
  },
  select: { values: choices, ops: ["eq", "neq", "in", "nin", "empty", "nempty"] },
  multi_select: { values: choices, ops: ["has_any", "has_all", "has_none", "exactly", "empty", "nempty"] },
  json: { values: ["q", "[]", { k: 1 }, { k: "z".repeat(250) }], ops: ["empty", "nempty"] },
} as const;

/** A column of a random table. */
export interface RandomColumn {
  name: string;
  type: keyof typeof types;
}

/** Between two and six columns. */
export function drawColumns(draw: Draw): RandomColumn[] {
  const names = Object.keys(types) as RandomColumn["type"][];
  return Array.from({ length: 2 + draw.below(5) }, (_, n) => ({ name: `c${n}`, type: draw.of(names) }));
}

/** A column as a request makes it. */
export function columnRequest({ name, type }: RandomColumn): Record<string, unknown> {
  const options = { options: choices.map((value) => ({ value })) };
  return { name, type, ...(type === "select" || type === "multi_select" ? { options } : {}) };
}

/** The cells of a row; some are left empty. */
export function drawCells(draw: Draw, columns: readonly RandomColumn[]): Cells {
  const filled = columns.filter(() => draw.below(4) > 0);
  return Object.fromEntries(filled.map((column) => [column.name, drawValue(draw, column)]));
}

function drawValue(draw: Draw, { type }: RandomColumn): unknown {
  const values: readonly unknown[] = types[type].values;
  return type === "multi_select" ? draw.some(values) : draw.of(values);
}

/** A filter at most this deep. */
export function drawFilter(draw: Draw, columns: readonly RandomColumn[], depth = 3): Filter {
  const kind = depth === 0 ? 9 : draw.below(10);
  const inner = () => drawFilter(draw, columns, depth - 1);
  if (kind <= 1) return { not: inner() };
  if (kind <= 3) return { and: [inner(), inner()] };
  if (kind <= 5) return { or: [inner(), inner()] };
  const { name: field, type } = draw.of(columns);
  const { values, ops } = types[type] as { values: readonly unknown[]; ops: readonly string[] };
  const op = draw.of(ops);
  if (op === "empty" || op === "nempty") return { field, op };
  if (op === "between") return { field, op, value: [draw.of(values), draw.of(values)] };
  const isList = /^(n?in|has_.*|exactly)$/.test(op);
  return { field, op, value: isList ? draw.some(values) : draw.of(values) };
}

/** One to five sort keys. */
export function drawOrder(draw: Draw, columns: readonly RandomColumn[]): Order[] {
  const sortable = columns.map(({ name }) => name);
  const first = draw.of([...sortable, "id"]);
  const others = Array.from({ length: 1 + draw.below(4) }, () => draw.of([...sortable, "created_at"]));
  return [...new Set([first, ...others])].map((field) => ({
    field,
    direction: draw.of(["asc", "desc"] as const),
  }));
}

/** Whether a row fulfils a filter, read straight from the contract (conventions.operators). */
export function fulfils(cells: Cells, filter: Filter): boolean {
  const { and, or, not, field, op, value } = filter as {
    and?: Filter[];
    or?: Filter[];
    not?: Filter;
    field: string;
    op: string;
    value: unknown;
  };
  if (and !== undefined) return and.every((node) => fulfils(cells, node));
  if (or !== undefined) return or.some((node) => fulfils(cells, node));
  if (not !== undefined) return !fulfils(cells, not);
  return holds(op, cells[field] ?? null, value);
}

function holds(op: string, cell: unknown, value: unknown): boolean {
  const isEmpty = cell === null || cell === "" || (Array.isArray(cell) && cell.length === 0);
  const opposite = { neq: "eq", nin: "in", ncontains: "contains", has_none: "has_any", nempty: "empty" }[op];
  if (opposite !== undefined) return !holds(opposite, cell, value);
  if (op === "empty") return isEmpty;
  if (cell === null) return false;
  const lower = (text: unknown) => String(text).toLowerCase();
  const set = new Set(Array.isArray(cell) ? (cell as string[]) : []);
  const list = value as unknown[];
  // Texts compare as numbers do; both sides are of one kind.
  const [own, given] = [cell as number, value as number];
  const [low, high] = (Array.isArray(value) ? value : []) as number[];
  switch (op) {
    case "eq":
      return cell === value;
    case "ieq":
      return lower(cell) === lower(value);
    case "in":
      return list.includes(cell);
    case "contains":
      return lower(cell).includes(lower(value));
    case "starts_with":
      return lower(cell).startsWith(lower(value));
    case "ends_with":
      return lower(cell).endsWith(lower(value));
    case "gt":
    case "after":
      return own > given;
    case "gte":
    case "on_or_after":
      return own >= given;
    case "lt":
    case "before":
      return own < given;
    case "lte":
    case "on_or_before":
      return own <= given;
    case "between":
      return low !== undefined && high !== undefined && own >= low && own <= high;
    case "has_any":
      return list.some((member) => set.has(member as string));
    case "has_all":
      return list.every((member) => set.has(member as string));
    case "exactly":
      return list.length === set.size && list.every((member) => set.has(member as string));
    default:
      throw new Error(`The reference does not know ${op}.`);
  }
}

/**
 * The ids of a list in its order: nulls last, ties by id in the direction of the last key. Ids stand for created_at.
 */
export function referenceList(
  rows: readonly ReferenceRow[],
  filter: Filter,
  order: readonly Order[],
): string[] {
  const keys: Order[] = [...order, { field: "id", direction: order.at(-1)?.direction ?? "desc" }];
  return rows
    .filter(({ data }) => fulfils(data, filter))
    .toSorted((a, b) => {
      for (const key of keys) {
        const difference = compare(keyOf(a, key), keyOf(b, key), key);
        if (difference !== 0) return difference;
      }
      return 0;
    })
    .map(({ id }) => id);
}

function keyOf({ id, data }: ReferenceRow, { field }: Order): unknown {
  const cell = field === "id" || field === "created_at" ? id : (data[field] ?? null);
  const value = textOf(cell);
  return typeof value === "string" ? Array.from(value).slice(0, 200).join("") : value;
}

/** A choice by its place, a list of choices place by place, an object by its text as PostgreSQL writes it. */
function textOf(cell: unknown): unknown {
  if (Array.isArray(cell)) return cell.map(placeOf).join("") || null;
  if (typeof cell === "object" && cell !== null) return JSON.stringify(cell).replace(":", ": ");
  return typeof cell === "string" && choices.includes(cell) ? placeOf(cell) : cell;
}

const placeOf = (choice: unknown) => "abc".charAt(choices.indexOf(String(choice)));

/** Compares the texts above in ICU's root order. */
const collator = new Intl.Collator("en", { numeric: true });

function compare(a: unknown, b: unknown, { field, direction }: Order): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const difference =
    typeof a === "string" && typeof b === "string"
      ? (field === "id" || field === "created_at" ? 0 : collator.compare(a, b)) ||
        Buffer.compare(Buffer.from(a), Buffer.from(b))
      : Number(a) - Number(b);
  return direction === "asc" ? difference : -difference;
}
