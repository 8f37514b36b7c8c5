import { uuidv7 } from "@jst/db";
import { schemaOf, type TableSchema } from "../engine/schema/schema.ts";
import { columnTypes } from "../engine/types/types.ts";
import { schemaOfDraft, type PartColumns } from "./part-columns.ts";

/** Fingerprint of the columns on which verdicts depend: those that are mapped, and those that need a value. */
export function stampOf({ id, columns }: TableSchema, names: readonly string[]): string {
  const mapped = new Set(names);
  const own = [...columns.values()]
    .filter(
      ({ name, required, type }) =>
        mapped.has(name) || (required && columnTypes[type].filledBy === undefined),
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return JSON.stringify([id, own]);
}

/** Returns the schema with the columns that the run makes, as cells are judged by it. */
export const withDrafts = (schema: TableSchema, { drafts }: PartColumns): TableSchema =>
  drafts.length === 0
    ? schema
    : {
        ...schema,
        columns: new Map([
          ...schema.columns,
          ...drafts.map(({ draft }) => [draft.name, schemaOfDraft(draft)] as const),
        ]),
      };

/** Returns the schema of a table that is to be made, as cells are judged by it. */
export const schemaOfNew = ({ drafts }: PartColumns): TableSchema =>
  schemaOf({
    id: uuidv7(),
    name: "new",
    is_system: false,
    schema_version: 0,
    columns: drafts.map(({ draft }) => schemaOfDraft(draft)),
    cleared_by: [],
    set_aside: [],
    has_merges: false,
    relation: null,
  });
