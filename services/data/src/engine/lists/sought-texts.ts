import { conditionsIn, sharedTextOf } from "@jst/query";
import type { TableSchema } from "../schema/schema.ts";
import { indexForms, type IndexForm } from "../indexes/index-forms.ts";
import { type AskedList, filtersOf } from "./row-conditions.ts";

/** Something that a list looks for in texts: the value of one condition, or q. */
export interface SoughtText {
  /** Where the list has it from. */
  from: "filter" | "view" | "q";
  /** Columns that are looked through. */
  columns: readonly string[];
  /** The index that finds it, once the table has it. */
  index: IndexForm | undefined;
}

/** Characters of a text from which its parts lead an index to it. */
const INDEXED_CHARS_MIN = 3;

/** Lists the texts that a list searches in cells, ignoring case; without an index, each text is read and lowered. */
export function soughtTexts(list: AskedList): SoughtText[] {
  const { schema, query } = list;
  const sought = [
    ...inFilters(schema, "filter", filtersOf({ ...list, view: undefined })),
    ...inFilters(schema, "view", filtersOf({ ...list, query: {} })),
  ];
  if (query.q === undefined) return sought;
  const index = schema.storage.isPromoted ? indexForms("search", "", schema.fields)[0] : undefined;
  return [...sought, { from: "q", columns: cellTexts(schema), index }];
}

function inFilters(schema: TableSchema, from: SoughtText["from"], filters: readonly unknown[]): SoughtText[] {
  return filters
    .flatMap(conditionsIn)
    .filter((condition) => isCellText(schema, sharedTextOf(condition)))
    .map(({ field, op, value }) => {
      const isFound = op !== "ncontains" && String(value).length >= INDEXED_CHARS_MIN;
      const index = isFound ? indexForms("contains", field, schema.fields)[0] : undefined;
      return { from, columns: [field], index };
    });
}

/** Names of the columns whose cells are texts. */
export function cellTexts(schema: TableSchema): string[] {
  return [...schema.columns.keys()].filter((name) => isCellText(schema, name));
}

function isCellText({ fields }: TableSchema, name: string): boolean {
  const field = fields.get(name);
  return field?.kind === "text" && field.sql.includes("r.data");
}

/** The indexes that may find a text in the table's cells; none while it shares its storage. */
export function textIndexes({ columns, fields, storage }: TableSchema): IndexForm[] {
  if (!storage.isPromoted) return [];
  return [
    ...indexForms("search", "", fields),
    ...[...columns.keys()].flatMap((name) => indexForms("contains", name, fields)),
  ];
}
