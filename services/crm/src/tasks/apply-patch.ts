import type { TeamTx } from "@jst/db";
import { notFound } from "@jst/errors";
import type { Reply } from "@jst/rpc";
import { requireVersion } from "../preconditions.ts";
import { requireContact } from "./require-contact.ts";
import * as queries from "./queries.ts";
import { taskReply } from "./task-reply.ts";
import { changedNames, type TaskValues } from "./task-values.ts";

/**
 * Stores the task after a patch; one after which it reads as before writes nothing. Throws not_found or
 * version_conflict.
 */
export async function applyPatch(
  tx: TeamTx,
  id: string,
  members: Partial<TaskValues>,
  ifMatch: number | undefined,
): Promise<Reply> {
  const before = await queries.lockTask(tx, id);
  if (before === undefined) throw notFound();
  requireVersion("task", before.version, ifMatch);
  const after = { ...before, ...members };
  const changed = changedNames(before, after);
  if (changed.length === 0) {
    return { ...taskReply({ body: { ...before }, version: before.version }), isUnchanged: true };
  }
  // A contact that was there all along may have been archived since.
  if (changed.includes("contact_id")) await requireContact(tx, after.contact_id);
  return taskReply(await queries.updateTask(tx, id, after));
}
