import type { Caller } from "@jst/caller";
import { AppError, notFound } from "@jst/errors";
import type { Call, Reply } from "@jst/rpc";
import type { Handler } from "../../gen/rpc.ts";
import {
  mayNotDecide,
  requireChangesetUuid,
  requireLeaderNow,
  requireOwnUndo,
  undoesAny,
} from "../access.ts";
import { requireReadable } from "../reading.ts";
import { recordAct } from "../audit.ts";
import { namedChangeset } from "../changeset-json.ts";
import { changesetUuid, recordedChanges } from "../changes.ts";
import type { Deps } from "../deps.ts";
import { finalBecause } from "../final.ts";
import { placedSummary, readerOf } from "../names.ts";
import { noticeUndone } from "../notices.ts";
import { changesetOf, findChangeset, type StoredChangeset } from "../queries.ts";
import { resourceOf } from "../resource.ts";
import { undoSet } from "../sets/undo-set.ts";
import { insertUndo, markUndone, resourcesOf } from "../undo-queries.ts";
import { undoChanges } from "../undo/undo.ts";

/**
 * Takes an executed changeset back as a changeset of its own; of several undos at once one wins. An owner or admin
 * takes any back at once; the undo of everybody else is a write of theirs, which may wait for approval.
 */
export const undoChangeset: Handler<"UndoChangeset"> = Object.assign(
  async (input: Parameters<Handler<"UndoChangeset">>[0], call: Call<Deps>): Promise<Reply> => {
    if (!undoesAny(call.caller)) return undoOwnChangeset(input, call);
    const stored = await find(input.path.changeset_id, call);
    if (stored === undefined) throw notFound();
    await requireLeaderNow(call);
    return undo(call, stored, input.body.force ?? false);
  },
  { isNeverProposed: (_body: unknown, caller: Caller) => undoesAny(caller) },
);

/** Takes back what is the caller's own: the write that a proposed undo runs again, as its proposer. */
export const undoOwnChangeset: Handler<"UndoChangeset"> = async ({ path, body }, call) => {
  const stored = await requireReadable(call, await find(path.changeset_id, call));
  const { caller, deps } = call;
  const touched = await call.read<{ resource: string }>(resourcesOf(caller.team_id, stored.id));
  const scopes = touched.map(({ resource }) => resourceOf(deps.resources, resource).scope);
  requireOwnUndo(caller, stored, scopes);
  if (body.force === true)
    throw mayNotDecide(
      "Only an owner or admin can undo with force, because this overwrites later edits. Undo without force.",
    );
  return undo(call, stored, false);
};

async function find(id: string, call: Call<Deps>): Promise<StoredChangeset | undefined> {
  const uuid = requireChangesetUuid(id, call.deps.service);
  return changesetOf(await call.read(findChangeset(call.caller.team_id, uuid)));
}

function undo(call: Call<Deps>, stored: StoredChangeset, force: boolean): Promise<Reply> {
  const { service, resources } = call.deps;
  requireUndoable(stored, service);
  if (stored.kind === "set") return undoSet(call, stored, force);
  return call.write(async (tx) => {
    const changes = await recordedChanges(tx, stored.id);
    const final = finalBecause(resources, stored, changes);
    if (final !== undefined) throw notUndoable(final);
    const summary = stored.summary ?? (await placedSummary(tx, resources, { id: stored.id, changes }));
    if (!(await markUndone(tx, { ...stored, summary })))
      throw notUndoable("This change is already undone. No further step is needed.");
    const madeAt = stored.executed_at ?? stored.created_at;
    const made = await undoChanges(tx, resources, changes, { force, madeAt, team: call.caller.team });
    const title = `Undo: ${summary}`;
    const own = changesetUuid(tx.changesetId);
    const undone = await insertUndo(tx, { uuid: own, undoOf: stored.id, summary: title });
    const showing = { ...call.deps, viewer: { rights: call.caller } };
    const shown = await namedChangeset(showing, undone, made, readerOf(tx));
    noticeUndone(tx, call.deps, { ...stored, summary, operations: changes });
    recordAct(tx, call.context, { act: "undo", id: `${service}_${stored.id}`, madeBy: shown.id });
    return { body: { ...shown }, proposal: { summary: title, undoOf: stored.id } };
  });
}

function requireUndoable({ status, undo_of: undoOf, set_id: setId }: StoredChangeset, service: string): void {
  if (setId !== null)
    throw notUndoable(
      `This change is a part of the set ${service}_${setId}, which is undone as a whole. Undo that set.`,
    );
  if (undoOf !== null) throw notUndoable("You cannot undo an undo. Make the original change again.");
  if (status !== "executed")
    throw notUndoable(
      `This change is ${status}, so there is nothing to undo. Only a change with the status executed can be undone.`,
    );
}

function notUndoable(detail: string): AppError {
  return new AppError("not_undoable", detail);
}
