import type { Image, NetChange } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import { lockSchemas } from "../schema/stored-columns.ts";
import type { ColumnOptions } from "../types/definition.ts";
import { findPointing } from "../links/queries.ts";

/** Before a view is taken back the columns of its table are held, as before any change of it. */
export async function lockTables(tx: TeamTx, changes: readonly NetChange[]): Promise<void> {
  await lockSchemas(tx, tablesOf(changes.flatMap(({ before, after }) => [before, after])));
}

/** Before tables or columns are taken back all columns are held that relations lead to from there, or come from. */
export async function lockRelatedTables(tx: TeamTx, changes: readonly NetChange[]): Promise<void> {
  const images = changes.flatMap(({ before, after }) => [before, after]);
  const own = tablesOf(images);
  const related = async () => {
    const pointing = await findPointing(tx, own);
    return [...own, ...targetsOf(images), ...pointing.map((column) => column.table_id)];
  };
  const held = new Set<string>();
  // Again when relations came while this waited.
  for (let found = await related(); found.some((id) => !held.has(id)); found = await related()) {
    for (const id of found) held.add(id);
    await lockSchemas(tx, [...held]);
  }
}

/** The tables that relations among these columns point to. */
export function targetsOf(columns: readonly (Image | null)[]): string[] {
  const relations = columns.map((image) => (image?.["options"] as ColumnOptions | undefined)?.relation);
  return [...new Set(relations.flatMap((relation) => (relation === undefined ? [] : [relation.table_id])))];
}

/** The tables that images of tables, columns or views are of. */
function tablesOf(images: readonly (Image | null)[]): string[] {
  return [
    ...new Set(images.flatMap((image) => (image === null ? [] : [String(image["table_id"] ?? image["id"])]))),
  ];
}
