import type { TeamContext, TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import { recordedChanges, type Change } from "../changes.ts";
import type { Conflict } from "../conflicts.ts";
import { resourceOf } from "../resource.ts";
import { undoChanges } from "../undo/undo.ts";
import type { SetParts } from "./look.ts";
import {
  insertLeft,
  keyOf,
  leftOf,
  lockUndo,
  markMemberUndone,
  newestMember,
  type OpenMember,
} from "./set-queries.ts";
import { addMember, endSet } from "./set.ts";
import { endJob, type SetUndoOptions } from "./undo-jobs.ts";

/** Undo of a set that is under way. */
export interface SetUndo extends SetUndoOptions {
  id: string;
  /** The caller that undoes. */
  context: TeamContext;
}

/** Records that stay as they are, by key. */
type Left = ReadonlyMap<string, Conflict>;

/**
 * Takes the newest member back that is not undone, in one transaction with the progress; false when none is left, and
 * the undo has ended. A record in conflict stays as it is and is listed. Two processes at one undo wait for each other,
 * and each member is taken back once.
 */
export async function takeNextBack(parts: SetParts, undo: SetUndo): Promise<boolean> {
  let left: Left = new Map();
  for (;;) {
    const result = await attempt(parts, undo, left);
    if (typeof result === "boolean") return result;
    left = result;
  }
}

/** Takes a member back without what is left; answers what must be left too where that fails. */
async function attempt(parts: SetParts, undo: SetUndo, left: Left): Promise<boolean | Left> {
  const seen: { changes: readonly Change[] } = { changes: [] };
  try {
    const { result } = await parts.database.write(undo.context, async (tx) => {
      const member = await next(tx, undo);
      if (member === undefined) return false;
      seen.changes = await unleft(tx, undo, member);
      await takeBack(tx, parts, undo, { member, changes: seen.changes, left });
      return true;
    });
    return result;
  } catch (error) {
    const more = refusedBy(parts, error, seen.changes, left);
    if (more === undefined) throw error;
    return more;
  }
}

/** Locks the undo and finds its next member; ends the undo after the last one. */
async function next(tx: TeamTx, undo: SetUndo): Promise<(OpenMember & { done: number }) | undefined> {
  const stored = await lockUndo(tx, undo.id);
  if (stored === undefined) return undefined;
  const member = await newestMember(tx, stored.undo_of ?? "");
  if (member !== undefined) return { ...member, done: (stored.progress_done ?? 0) + member.operation_count };
  endSet(tx, undo.id);
  tx.defer(endJob(tx.context.teamId, undo.id));
  return undefined;
}

/** Reads the changes of a member, without those of records that the undo has left before. */
async function unleft(tx: TeamTx, undo: SetUndo, { id }: OpenMember): Promise<Change[]> {
  const left = await leftOf(tx, undo.id, id);
  return (await recordedChanges(tx, id)).filter((change) => !left.has(keyOf(change)));
}

async function takeBack(
  tx: TeamTx,
  { resources }: SetParts,
  { id, force, team, leaving }: SetUndo,
  page: { member: OpenMember & { done: number }; changes: readonly Change[]; left: Left },
): Promise<void> {
  const { member, changes, left } = page;
  const taken = changes.filter((change) => !left.has(keyOf(change)));
  const options = { force, team, madeAt: member.executed_at, leaving: new Set(leaving) };
  await undoChanges(tx, resources, taken, options);
  await insertLeft(tx, id, [...left.values()]);
  await markMemberUndone(tx, member.id);
  addMember(tx, { setId: id, summary: `Undo: ${member.summary}`, done: member.done, undoOf: member.id });
}

/**
 * Returns what is left after this refusal: the records that it names; else what is removed when its creation is undone,
 * such as columns; else all. Undefined for a failure of another kind, or when all records are left already.
 */
function refusedBy(
  { resources }: SetParts,
  error: unknown,
  changes: readonly Change[],
  left: Left,
): Left | undefined {
  if (!(error instanceof AppError) || !REFUSALS.has(error.code)) return undefined;
  const open = changes.filter((change) => !left.has(keyOf(change)));
  if (open.length === 0) return undefined;
  const keys = new Set(open.map(keyOf));
  const named = conflictsOf(error).filter((conflict) => keys.has(keyOf(conflict)));
  const removed = open.filter(({ resource }) => resourceOf(resources, resource).deletedAt === undefined);
  const rest = removed.length > 0 ? removed : open;
  const more =
    named.length > 0
      ? named
      : rest.map(({ resource, id }) => ({ resource, id, fields: [], reason: error.message }));
  return new Map([...left, ...more.map((one): [string, Conflict] => [keyOf(one), one])]);
}

/** Codes of refusals that are about records. */
const REFUSALS: ReadonlySet<string> = new Set([
  "changeset_conflict",
  "not_undoable",
  "type_mismatch",
  "unique_violation",
  "validation_failed",
  "limit_reached",
]);

function conflictsOf(error: AppError): Conflict[] {
  return (error.extension["conflicts"] as Conflict[] | undefined) ?? [];
}
