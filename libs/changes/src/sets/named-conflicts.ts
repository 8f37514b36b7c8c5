import type { Rights } from "@jst/caller";
import type { Database, Statement, TeamContext } from "@jst/db";
import type { Actor } from "../../gen/rpc.ts";
import type { Change } from "../changes.ts";
import type { Conflict } from "../conflicts.ts";
import { namesIn } from "../names.ts";
import { titleOf } from "../operations.ts";
import { maySee } from "../redacted.ts";
import { resourceOf, type Resource, type Resources } from "../resource.ts";
import { findLatest, keyOf, type LatestChange } from "./set-queries.ts";

/** Conflicts of a refusal that are named. */
const NAMED = 20;

/** Conflict with the name of its record, and with who changed that last. */
interface NamedConflict extends Conflict {
  title?: string;
  /** Table of a row that is there. */
  table_id?: string;
  changed_at?: string;
  changed_by?: Actor;
}

/** Names the records of the first conflicts, as far as the caller may read them (trust.set-undo). */
export async function namedConflicts(
  { resources, database }: { resources: Resources; database: Database },
  context: TeamContext,
  rights: Rights,
  conflicts: readonly Conflict[],
): Promise<NamedConflict[]> {
  const wanted = conflicts
    .slice(0, NAMED)
    .filter(({ resource, id }) => id !== undefined && maySee(resources, { rights }, resource));
  if (wanted.length === 0) return [...conflicts];
  const { teamId } = context;
  const latest = await database.read<LatestChange>(context, findLatest(teamId, wanted), "custom");
  const own = { id: "", changes: latest, isPart: false };
  const read = (statement: Statement) => database.read(context, statement);
  const names = (await namesIn(resources, [own], { teamId, read }))(own);
  const found = new Map(latest.map((change) => [keyOf(change), change]));
  return conflicts.map((conflict) => {
    const change = found.get(keyOf(conflict));
    if (change === undefined) return conflict;
    const { at, actor_type: type, actor_id: id } = change;
    const title = titleOf(resources, change, names);
    const changedBy: Actor = { type: type as Actor["type"], id: id === "" ? null : id };
    return {
      ...conflict,
      ...(title === undefined ? {} : { title }),
      ...tableOf(resourceOf(resources, change.resource), change),
      changed_at: new Date(at).toISOString(),
      changed_by: changedBy,
    };
  });
}

/** Names the table of a row that is not deleted. */
function tableOf({ tableColumn = "", deletedAt }: Resource, { after }: Change): { table_id?: string } {
  const tableId = after?.[tableColumn];
  const isDeleted = deletedAt !== undefined && (after?.[deletedAt] ?? null) !== null;
  const isThere = typeof tableId === "string" && !isDeleted;
  return isThere ? { table_id: tableId } : {};
}
