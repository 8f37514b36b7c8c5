import type { Thing } from "../parts/pick.tsx";
import { shownList, shownValue } from "../parts/values.ts";
import { TABLES } from "../words/tables.ts";
import { actorText, isActor } from "../words/actors.ts";
import { choicesOf } from "./column-choices.ts";
import { shownScalar } from "./column-values.ts";
import type { Names } from "./names.ts";
import type { Column, Row } from "./tables.ts";

/** Returns the value of a cell; undefined if it is empty. */
export function valueOf({ name, type }: Column, row: Row): unknown {
  const cells = type === "formula" ? { ...row.data, ...row.computed } : row.data;
  return (cells as Readonly<Record<string, unknown>>)[name] ?? undefined;
}

/** Whether a cell has a value; a cell that is not loaded counts as one that has. */
export function isFilled(column: Column | undefined, row: Row | undefined): boolean {
  if (column === undefined || row === undefined) return true;
  const value = valueOf(column, row);
  return (
    value !== undefined && value !== "" && value !== false && !(Array.isArray(value) && value.length === 0)
  );
}

/** Target of a cell: an id, or the object that expand puts in its place. */
interface Target {
  id: string;
  name?: string;
  data?: Readonly<Record<string, unknown>>;
  missing?: boolean;
}

/** Thing that a cell refers to, as a person knows it. */
export interface ReferencedThing extends Thing {
  isGone: boolean;
}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a cell tells a person something; the id of something else does not. */
export const isTelling = (cell: unknown): cell is string | number =>
  typeof cell === "number" || (typeof cell === "string" && cell !== "" && !ID.test(cell));

/** A row by the column that its relation shows, else by its first text; without any by its id. */
export function nameOf({ id, data = {} }: Target, display: string | undefined): string {
  const shown = display === undefined ? undefined : data[display];
  const texts = Object.values(data).filter((cell) => typeof cell === "string");
  return [shownValue(shown), ...texts].find(isTelling) ?? id;
}

const TEXTS: readonly Column["type"][] = ["text", "long_text"];

/** The column by whose text a person knows a row: the first text that the row has. */
export const titleOf = (columns: readonly Column[], row: Row): string | undefined =>
  columns.find((column) => TEXTS.includes(column.type) && isTelling(valueOf(column, row)))?.name;

/**
 * Lists the targets of a cell by name: files and members by their own, rows by the display column. A deleted target has
 * its id.
 */
export function targetsOf(column: Column, row: Row, names: Names): ReferencedThing[] {
  const value = valueOf(column, row);
  const all = Array.isArray(value) ? (value as unknown[]) : [value];
  return all
    .map((one) => (typeof one === "string" ? { id: one, name: names[one] ?? one } : one))
    .filter((one): one is Target => typeof one === "object" && one !== null && "id" in one)
    .map((target) => ({
      id: target.id,
      name: target.name ?? nameOf(target, column.relation?.display_column ?? undefined),
      isGone: target.missing === true,
    }));
}

const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter((one) => typeof one === "string");

/** Lists the chosen targets of a cell. A deleted target says that it is deleted. */
export function chosenOf(column: Column, row: Row, names: Names): readonly Thing[] {
  const value = valueOf(column, row);
  if (column.type === "multi_select") return textsIn(value).map((text) => ({ id: text, name: text }));
  return targetsOf(column, row, names).map(({ id, name, isGone }) => ({
    id,
    name: isGone ? TABLES.gone(name) : name,
  }));
}

/** Whether a cell of the column may name several. */
export const isMany = ({ type, relation, options }: Column): boolean =>
  type === "multi_select" ||
  relation?.cardinality === "many" ||
  (type === "file" && (options as { multiple?: boolean } | undefined)?.multiple === true);

const EXPANDED: readonly Column["type"][] = ["file", "relation"];
const REFERENCES: readonly Column["type"][] = [...EXPANDED, "user", "contact"];

/** Whether the API shows in place of ids what cells of the column name. */
export const isExpanded = ({ type }: Column) => EXPANDED.includes(type);

/** Whether cells of the column hold ids. */
export const isReference = ({ type }: Pick<Column, "type">) => REFERENCES.includes(type);

/** The ids of what was chosen as a cell holds them. */
export function cellOf(column: Column, ids: readonly string[]): unknown {
  return isMany(column) ? ids : (ids[0] ?? null);
}

/** A cell as a person reads it. */
export function shownCell(column: Column, row: Row, timeZone: string, names: Names): string {
  const value = valueOf(column, row);
  if (isReference(column)) return shownList(targetsOf(column, row, names).map(({ name }) => name));
  if (column.type === "created_by" || column.type === "updated_by") return actorIn(value, names);
  const labels = choicesOf(column);
  if (labels !== undefined && value !== undefined)
    return shownList(
      textsIn(value).map((text) => (Object.hasOwn(labels, text) ? (labels[text] ?? text) : text)),
    );
  return shownScalar(column, value, timeZone);
}

function actorIn(value: unknown, names: Names): string {
  if (!isActor(value)) return "";
  return names[value.id ?? ""] ?? actorText(value, undefined, undefined);
}
