import type { Schemas } from "../../api.ts";
import { nameFor } from "../../parts/naming.ts";
import { COLUMNS } from "../../words/columns.ts";
import { draftOf, settingsOf, type ColumnDraft } from "./column-draft.ts";
import { RESERVED_NAMES } from "./reserved-names.ts";

/** Members of a column's body, as the fields of its form write them. */
export type WrittenColumn = Readonly<Record<string, unknown>>;

/** A new column as the API takes it, named for what people call it. */
export function newColumn(
  { columns = [] }: Pick<Schemas["Table"], "columns">,
  draft: ColumnDraft,
  written: WrittenColumn,
): Schemas["ColumnCreate"] {
  const taken = new Set([...RESERVED_NAMES, ...columns.map(({ name }) => name)]);
  const { display_name: title = "", name = nameFor(String(title), taken, COLUMNS.nameless) } = written;
  return { ...written, name: String(name), type: draft.type, ...settingsOf(draft) };
}

/** Returns the settings of a column that differ, or all settings of its new type. */
export function changesOf(
  column: Pick<Schemas["Column"], "type" | "options" | "relation">,
  draft: ColumnDraft,
  written: WrittenColumn,
): Schemas["ColumnPatch"] {
  const settings = settingsOf(draft);
  if (draft.type !== column.type) return { ...written, type: draft.type, ...settings };
  const isOther = JSON.stringify(settings) !== JSON.stringify(settingsOf(draftOf(column)));
  return { ...written, ...(isOther ? settings : {}) };
}

/** A change without the consent to what it takes away, unless that was asked for this very change. */
export function consented(change: WrittenColumn, refused: WrittenColumn | undefined): WrittenColumn {
  const asked = withoutForce(change);
  return JSON.stringify(asked) === JSON.stringify(withoutForce(refused ?? {})) ? change : asked;
}

const withoutForce = (change: WrittenColumn): WrittenColumn =>
  Object.fromEntries(Object.entries(change).filter(([member]) => member !== "force"));
