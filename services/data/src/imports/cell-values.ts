import type { CellReading, ColumnMapping, ImportOptions } from "@jst/importing";
import { isUuid } from "@jst/rpc";
import { readList, sourceText, type Cell, type CellFile } from "@jst/tabular/read";
import { readValue, type ValueContext, type ValueType } from "@jst/tabular/values";
import type { Choice } from "../engine/types/definition.ts";
import { FILES_MAX } from "../engine/types/file-type.ts";
import type { ColumnSchema } from "../engine/schema/schema.ts";
import type { ColumnType } from "../engine/types/types.ts";

type FilledCell = Exclude<Cell, null>;

/** Types of values by the types of columns that are read, not found. */
const VALUES: Partial<Record<ColumnType, ValueType>> = {
  text: "text",
  long_text: "long_text",
  email: "email",
  phone: "phone",
  url: "url",
  number: "number",
  integer: "integer",
  rating: "integer",
  currency: "currency",
  percent: "percent",
  duration: "duration",
  boolean: "boolean",
  date: "date",
  datetime: "datetime",
  select: "select",
  state: "select",
  multi_select: "multi_select",
};
const CHOICES: readonly ColumnType[] = ["select", "multi_select", "state"];

/** Reads a cell of the source as the value that a write of the column takes (imports.values). */
export function cellValue(
  { type, options }: Pick<ColumnSchema, "type" | "options">,
  cell: FilledCell,
  mapping: ColumnMapping,
  values: ImportOptions,
): CellReading {
  if (type === "file" && typeof cell === "object" && "files" in cell)
    return loadedValue(cell.files, options.multiple === true);
  const valueType = VALUES[type];
  if (valueType === undefined) return otherValue(type, options.relation?.cardinality === "many", cell);
  const context: ValueContext = {
    timeZone: values.timezone,
    country: values.default_country ?? undefined,
    decimal: mapping.decimal ?? undefined,
    dateOrder: mapping.date_order ?? undefined,
    currency: options.currency,
    choices: choicesOf(options.options ?? options.states ?? []),
  };
  const { value, fault } = readValue(cell, valueType, context);
  if (fault === undefined) return { value };
  return { fault: { code: fault.code, message: fault.message }, isUnknown: CHOICES.includes(type) };
}

/** Files that the run loads; their ids stand in their place once they are there. */
function loadedValue(files: readonly CellFile[], isMany: boolean): CellReading {
  if (isMany && files.length <= FILES_MAX) return { value: files };
  if (files.length === 1) return { value: files[0] };
  const message = `A cell of this column can have at most ${isMany ? FILES_MAX : 1} files.`;
  return { fault: { code: "too_many", message } };
}

const choicesOf = (choices: readonly Choice[]) => choices.map(({ value, label }) => ({ value, label }));

/** Reads ids of what a cell names, and JSON; whether an id is there is judged by the write. */
function otherValue(type: ColumnType, isMany: boolean, cell: FilledCell): CellReading {
  const text = sourceText(cell).trim();
  if (type === "json") return jsonValue(text);
  if (type === "file" || isMany) return { value: readList(text).map((one) => one.trim()) };
  return { value: text };
}

function jsonValue(text: string): CellReading {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return {
      fault: { code: "invalid_format", message: "This is not valid JSON. Quote texts, and close lists." },
    };
  }
}

/** Reads a cell as the id of a row. */
export function idValue(cell: FilledCell): CellReading {
  const text = sourceText(cell).trim();
  if (isUuid(text)) return { value: text.toLowerCase() };
  return { fault: { code: "invalid_format", message: "This is not the id of a row. Send an id, or none." } };
}
