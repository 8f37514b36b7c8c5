import type { Conflict, NetChange, UndoOptions } from "@jst/changes";
import type { Row, TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import { announceChange, announceTables } from "../schema/stored-columns.ts";
import { becomeTexts, relationUses } from "../impact/relation-texts.ts";
import { findPointing } from "../links/queries.ts";
import { preparedIn, storagesOf } from "../storage/places.ts";
import { lockRelatedTables } from "./held-tables.ts";
import { asUseConflict, useConflict } from "./use-conflict.ts";

/**
 * A table is removed with its columns, never with rows; those that this undo erases do not count. Others of a set are
 * erased before.
 */
export async function requireEmpty(
  tx: TeamTx,
  changes: readonly NetChange[],
  erased: readonly string[],
): Promise<void> {
  await lockRelatedTables(tx, changes);
  for (const [tableId, storage] of await storagesOf(tx, leavingTables(changes))) {
    const [row] = await tx.query<{ has_rows: boolean }>({
      ...preparedIn(storage, "undo_has_rows"),
      text: `select exists (
          select from ${storage.rows} r where r.team_id = $1 and r.table_id = $2 and r.id <> all($3::uuid[])
        ) as has_rows`,
      values: [tx.context.teamId, tableId, erased],
    });
    if (row?.has_rows === true)
      throw new AppError(
        "not_undoable",
        "The table has rows, so its creation cannot be undone. Keep the table, or delete it together with its rows.",
      );
  }
}

/** Answers which tables that leave with a set have rows of others, deleted ones too. */
export async function tablesOfOthers(
  tx: TeamTx,
  changes: readonly NetChange[],
  setId: string,
): Promise<readonly Conflict[]> {
  const conflicts: Conflict[] = [];
  for (const [tableId, storage] of await storagesOf(tx, leavingTables(changes))) {
    const [row] = await tx.query<{ count: number }>({
      ...preparedIn(storage, "undo_rows_of_others"),
      // The creation of each row is looked up by itself: a join would compare all rows with all changes of the set.
      text: `select count(*)::int as count from ${storage.rows} r
        where r.team_id = $1 and r.table_id = $2 and (
          select m.set_id from data.changesets m where m.team_id = $1 and m.id = (
            select c.changeset_id from data.changes c
            where c.team_id = $1 and c.resource = 'rows' and c.resource_id = r.id and c.op = 'create'
            order by c.seq limit 1)) is distinct from $3`,
      values: [tx.context.teamId, tableId, setId],
    });
    const count = row?.count ?? 0;
    if (count === 0) continue;
    const reason = `The table has rows that this set did not write: ${count}. Move or delete the table's use first.`;
    conflicts.push({ resource: "tables", id: tableId, fields: [], reason });
  }
  return conflicts;
}

/** Ids of the tables that an undo of these changes removes. */
export function leavingTables(undone: readonly NetChange[]): string[] {
  return undone.flatMap(({ resource, id, before }) => (resource === "tables" && before === null ? [id] : []));
}

/**
 * Answers what has come to need a table that leaves: relations of other tables that point to it, and columns and views
 * that it got since. With force the relations become text, as when their display column is deleted, and the others go
 * along.
 */
export async function releaseTables(
  tx: TeamTx,
  undone: readonly NetChange[],
  { force, team: { timezone } }: UndoOptions,
): Promise<readonly Conflict[]> {
  const leaving = leavingTables(undone);
  if (leaving.length === 0) return [];
  const uses = await relationUses(tx, await findPointing(tx, leaving));
  const later = await findLater(tx, leaving, undone);
  if (force) {
    for (const id of await becomeTexts(tx, uses, timezone).catch(asUseConflict)) announceChange(tx, { id });
    await removeAll(tx, "view", later);
    await removeAll(tx, "column", later);
    announceTables(
      tx,
      later.flatMap(({ target }) => target ?? []),
    );
  }
  return [
    ...uses.map((use) => useConflict(use, "needs the table")),
    ...later.map((each) => useConflict(each, "is newer than the table")),
  ];
}

interface Later extends Row {
  kind: "column" | "view";
  id: string;
  name: string;
  /** The table that a relation points to. */
  target: string | null;
}

/** Columns and views of the tables that the undo does not remove itself. */
function findLater(tx: TeamTx, tableIds: readonly string[], undone: readonly NetChange[]): Promise<Later[]> {
  return tx.query<Later>({
    name: "undo_find_later",
    text: `select e.* from (
        select 'column' as kind, c.id, c.name, c.table_id,
          c.options -> 'relation' ->> 'table_id' as target
        from data.columns c where c.team_id = $1
        union all
        select 'view', v.id, v.name, v.table_id, null from data.views v where v.team_id = $1
      ) e
      where e.table_id = any($2::uuid[]) and e.id <> all($3::uuid[])
      order by e.kind, e.id`,
    values: [tx.context.teamId, tableIds, undone.map(({ id }) => id)],
  });
}

async function removeAll(tx: TeamTx, kind: Later["kind"], found: readonly Later[]): Promise<void> {
  const ids = found.filter((each) => each.kind === kind).map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.query({
    text: `delete from data.${kind}s e where e.team_id = $1 and e.id = any($2::uuid[])`,
    values: [tx.context.teamId, ids],
  });
}
