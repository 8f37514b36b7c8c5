import { createHash } from "node:crypto";
import { isOfValue, sourceText, type Cell, type Row } from "@jst/tabular/read";
import type { ImportColumn, ImportOptions, ImportPart, RowFault } from "./import.ts";
import type { CellLinks, ReadRow, TargetColumn } from "./target.ts";

/** Row of a source, read by the mapping of its part. */
export interface MappedRow extends ReadRow {
  line: number;
  cells: readonly Cell[];
  warnings: RowFault[];
  /** Cells that name rows which the import itself may write. */
  links: RowLinks[];
}

/** Cell of a row that names rows which the import itself may write. */
export interface RowLinks extends CellLinks {
  name: string;
  header: string;
  onUnknown: ImportColumn["on_unknown"];
}

/** Characters of a cell that a fault shows. */
const SHOWN_CHARS = 200;

/** Reads a row by the mapping of its part: values for a write, and all faults at once (imports.check). */
export function mappedRow(
  { row, line, cells, faults, warnings = [] }: Row,
  part: ImportPart,
  columns: ReadonlyMap<number, TargetColumn>,
  options: ImportOptions,
): MappedRow {
  const mapped: MappedRow = {
    row,
    line,
    cells,
    id: undefined,
    data: {},
    errors: [],
    warnings: [],
    links: [],
  };
  for (const fault of faults) {
    if (isLeftOut(part, fault)) continue;
    const { column, code, message } = fault;
    const at = column === null ? undefined : part.columns[column];
    const target = column === null ? undefined : columns.get(column);
    const cell = column === null ? null : (cells[column] ?? null);
    mapped.errors.push(faultOf({ code, message }, target, at?.header ?? null, cell));
  }
  if (mapped.errors.length > 0) return mapped;
  for (const { column, value, ...warning } of warnings) {
    const target = columns.get(column);
    const header = part.columns[column]?.header ?? null;
    if (target !== undefined) mapped.warnings.push(faultOf(warning, target, header, value));
  }
  for (const column of part.columns) {
    const target = columns.get(column.index);
    if (target !== undefined) readCell(mapped, cells[column.index] ?? null, column, target, options);
  }
  return mapped;
}

/** Reports whether a fault is that of a value whose column goes nowhere, so that the row is read without the value. */
export const isLeftOut = ({ columns }: ImportPart, fault: Row["faults"][number]): boolean =>
  isOfValue(fault) && columns[fault.column ?? -1]?.to === null;

function readCell(
  mapped: MappedRow,
  cell: Cell,
  column: ImportColumn,
  target: TargetColumn,
  options: ImportOptions,
): void {
  const { name } = target;
  const reading = isEmpty(cell) ? { value: null } : target.read(cell as Exclude<Cell, null>, column, options);
  if (reading.names !== undefined) readLinks(mapped, cell, column, target, reading.names);
  else if (reading.fault !== undefined) {
    const fault = faultOf(reading.fault, target, column.header, cell);
    const isLeft = (reading.isUnknown === true ? column.on_unknown : column.on_error) === "empty";
    (isLeft ? mapped.warnings : mapped.errors).push(fault);
    if (isLeft && name !== null) setEmpty(mapped, name, column);
  } else if (reading.value === null) {
    if (name !== null) setEmpty(mapped, name, column);
  } else if (name === null) mapped.id = reading.value as string;
  else mapped.data[name] = target.isList === true ? grown(mapped.data[name], reading.value) : reading.value;
}

/** Adds the values of a column to those of the columns before it that go to the same list. */
const grown = (list: unknown, more: unknown): unknown[] => [list ?? [], more].flat();
/** Reads a cell that names rows: those that are unknown now are faults, and those of the import wait for its end. */
function readLinks(
  mapped: MappedRow,
  cell: Cell,
  column: ImportColumn,
  target: TargetColumn,
  { isMany, rows }: CellLinks,
): void {
  const name = target.name ?? "";
  const isLeft = column.on_unknown === "empty";
  for (const { text, fault } of rows) {
    if (fault === undefined) continue;
    const found = { ...faultOf(fault, target, column.header, cell), value: shownText(text) };
    (isLeft ? mapped.warnings : mapped.errors).push(found);
  }
  const known = rows.filter(({ fault }) => fault === undefined);
  if (known.length === 0) {
    setEmpty(mapped, name, column);
    return;
  }
  const ids = known.flatMap(({ id }) => id ?? []);
  if (ids.length === known.length) mapped.data[name] = isMany ? [...new Set(ids)] : ids[0];
  else mapped.links.push({ name, header: column.header, onUnknown: column.on_unknown, isMany, rows: known });
}

function setEmpty(mapped: MappedRow, name: string, { on_empty: onEmpty }: ImportColumn): void {
  if (onEmpty === "clear" && !Object.hasOwn(mapped.data, name)) mapped.data[name] = null;
}

const isEmpty = (cell: Cell): boolean => cell === null || sourceText(cell).trim() === "";

function faultOf(
  { code, message }: { code: string; message: string },
  target: TargetColumn | undefined,
  header: string | null,
  cell: Cell,
): RowFault {
  const field = target === undefined ? "" : target.name === null ? "id" : `data.${target.name}`;
  return { field, header, code, message, value: cell === null ? null : shownText(cell) };
}

/** Shows the first characters of a cell; never half of a pair. */
function shownText(cell: Cell): string {
  const text = sourceText(cell).slice(0, SHOWN_CHARS);
  return text.isWellFormed() ? text : text.slice(0, -1);
}

/** Digests of the values of a row that are unique in its target, by the name of the column. */
export function keysOf(
  { data, id }: ReadRow,
  place: string,
  columns: ReadonlyMap<number, TargetColumn>,
): Map<string, string> {
  const keys = new Map<string, string>();
  for (const { name, unique } of columns.values()) {
    if (name === null) {
      if (id !== undefined) keys.set("id", keyOf(place, "id", id.toLowerCase()));
      continue;
    }
    const value = Object.hasOwn(data, name) ? data[name] : null;
    if (unique !== undefined && value !== null && value !== undefined)
      keys.set(`data.${name}`, keyOf(place, name, unique(value)));
  }
  return keys;
}

/** Returns the key of a value that is unique in a column of a table, as a digest in hexadecimal. */
export const keyOf = (place: string, column: string, folded: string): string =>
  createHash("sha256")
    .update(JSON.stringify([place, column, folded]))
    .digest("hex");

/** Returns the key of a value of a row that is not written. */
export const refusedKey = (key: string): string =>
  createHash("sha256").update(Buffer.from(key, "hex")).digest("hex");

/** Adds the header of the column of the source that goes to the place of a fault. */
export function withHeader(
  { field, code, message }: { field: string; code: string; message: string },
  { columns }: ImportPart,
): RowFault {
  const column = columns.find(({ to }) => {
    if (to === null) return false;
    const name = to.column ?? to.new?.name ?? to.field ?? "";
    const place = to.field === "id" ? "id" : `data.${name}`;
    return field === place || field.startsWith(`${place}.`);
  });
  return { field, header: column?.header ?? null, code, message, value: null };
}
