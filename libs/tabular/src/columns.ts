import { cellText, type CellShape } from "./cells.ts";

/** An item of a list, as JSON has it. */
export type Item = Readonly<Record<string, unknown>>;

/** A column of the file of a list. */
export interface Column extends CellShape {
  /** Name for programs, such as `address.city`. */
  key: string;
  /** Name for people. */
  label: string;
  /** Members that lead to the value. */
  path: readonly string[];
  /** Currency of money, or the members that lead to it. */
  currency?: string | readonly string[] | undefined;
  /** Makes of a value of an item the one that the file shows. */
  shown?: ((value: unknown) => unknown) | undefined;
  /** True for a label that stays as it is in every header line, also beside an equal one. */
  isVerbatim?: boolean;
  /** True for a last column whose list stands in cells of its own, which have no header. */
  isRest?: boolean;
}

/** Names that a file shows: those for people or those for programs. */
export type HeaderStyle = "label" | "key";

/** Reads the value of an item at a path; undefined if the path leads to nothing. */
export function valueAt(item: unknown, path: readonly string[]): unknown {
  let value = item;
  for (const name of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Item)[name];
  }
  return value;
}

/** Reads the value that a column shows of an item. */
export function cellOf(item: Item, { path, shown }: Column): unknown {
  const value = valueAt(item, path);
  return shown === undefined ? value : shown(value);
}

/** Makes the reader of the cells that stand behind the named ones; undefined without such a column. */
export function restOf(columns: readonly Column[]): ((item: Item) => string[]) | undefined {
  const column = columns.find(({ isRest }) => isRest);
  if (column === undefined) return undefined;
  return (item) => {
    const values = cellOf(item, column);
    return Array.isArray(values) ? values.map((value) => cellText(value, { kind: "text" })) : [];
  };
}

/** Reads the currency of money. */
export function currencyOf(item: Item, { currency = "" }: Column): string {
  const found = typeof currency === "string" ? currency : valueAt(item, currency);
  return typeof found === "string" ? found : "";
}

/** Returns the columns with these keys, in their order, and the keys that are unknown. */
export function chosenColumns(
  columns: readonly Column[],
  keys: readonly string[],
): { chosen: Column[]; unknown: string[] } {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const wanted = [...new Set(keys)];
  return {
    chosen: wanted.flatMap((key) => byKey.get(key) ?? []),
    unknown: wanted.filter((key) => !byKey.has(key)),
  };
}

/** Names the columns in the header line; equal labels get their keys behind them. */
export function headersOf(columns: readonly Column[], style: HeaderStyle): string[] {
  const named = columns.filter(({ isRest }) => isRest !== true);
  if (style === "key") return named.map(({ key, label, isVerbatim }) => (isVerbatim === true ? label : key));
  const counts = new Map<string, number>();
  for (const { label, isVerbatim } of named)
    if (isVerbatim !== true) counts.set(label, (counts.get(label) ?? 0) + 1);
  return named.map(({ key, label, isVerbatim }) =>
    isVerbatim !== true && (counts.get(label) ?? 0) > 1 ? `${label} (${key})` : label,
  );
}

const CAPITALS: ReadonlySet<string> = new Set(["id", "ids", "ip", "pdf", "uri", "url", "mcp", "sku"]);

/** Makes a name for people of a key: `created_at` is `Created at`. */
export function labelOf(key: string): string {
  const words = key
    .replaceAll(/[._]/g, " ")
    .split(" ")
    .map((word) => (CAPITALS.has(word) ? word.toUpperCase().replace(/IDS$/, "IDs") : word));
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
