import { uuidv7 } from "@jst/db";
import type { AddedChoices } from "@jst/importing";
import { type ColumnSchema, schemaOf, type TableSchema } from "../engine/schema/schema.ts";
import { columnTypes } from "../engine/types/types.ts";
import { schemaOfDraft, type PartColumns } from "./part-columns.ts";

/**
 * Fingerprint of the columns on which verdicts depend: those that are mapped, and those that need a value. Choices that
 * the import itself adds are left out of it.
 */
export function stampOf({ id, columns }: TableSchema, names: readonly string[], adds: AddedChoices): string {
  const mapped = new Set(names);
  const own = [...columns.values()]
    .filter(
      ({ name, required, type }) =>
        mapped.has(name) || (required && columnTypes[type].filledBy === undefined),
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((column) => withoutAdded(column, adds[column.id]));
  return JSON.stringify([id, own]);
}

function withoutAdded(column: ColumnSchema, added: readonly string[] = []): ColumnSchema {
  const { options: choices } = column.options;
  if (choices === undefined || added.length === 0) return column;
  const own = new Set(added);
  return {
    ...column,
    options: { ...column.options, options: choices.filter(({ value }) => !own.has(value)) },
  };
}

/** Columns whose cells are judged: all but formulas. */
const writtenBy = (drafts: PartColumns["drafts"]): ColumnSchema[] =>
  drafts.flatMap(({ draft }) => (draft.type === "formula" ? [] : schemaOfDraft(draft)));

/** Returns the schema with the columns that the run makes, as cells are judged by it. */
export function withDrafts(
  schema: TableSchema,
  { drafts, later, choices }: Pick<PartColumns, "drafts" | "later" | "choices">,
): TableSchema {
  const made = [...writtenBy(drafts), ...later];
  if (made.length === 0 && choices.length === 0) return schema;
  const columns = new Map([...schema.columns, ...made.map((column) => [column.name, column] as const)]);
  for (const { name, choices: all } of choices) {
    const column = columns.get(name);
    if (column !== undefined) columns.set(name, { ...column, options: { ...column.options, options: all } });
  }
  return { ...schema, columns };
}

/** Returns the schema of a table that is to be made, as cells are judged by it. */
export const schemaOfNew = (columns: PartColumns): TableSchema =>
  withDrafts(
    schemaOf({
      id: uuidv7(),
      name: "new",
      is_system: false,
      schema_version: 0,
      columns: writtenBy(columns.drafts),
      cleared_by: [],
      set_aside: [],
      has_merges: false,
      relation: null,
    }),
    { ...columns, drafts: [] },
  );
