import { AppError, notFound } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { requireChangesetUuid, requireDeciderNow } from "../access.ts";
import { recordAct } from "../audit.ts";
import { namedChangeset } from "../changeset-json.ts";
import { changesetUuid, recordedChanges } from "../changes.ts";
import { finalBecause } from "../final.ts";
import { readerOf } from "../names.ts";
import { summaryOf } from "../operations.ts";
import { changesetOf, findChangeset, insertUndo, markUndone, type StoredChangeset } from "../queries.ts";
import { undoChanges } from "../undo/undo.ts";

/** Takes an executed changeset back as a changeset of its own; of several undos at once one wins. */
export const undoChangeset: Handler<"UndoChangeset"> = async ({ path, body }, call) => {
  const uuid = requireChangesetUuid(path.changeset_id, call.deps.service);
  const stored = changesetOf(await call.read(findChangeset(call.caller.team_id, uuid)));
  if (stored === undefined) throw notFound();
  await requireDeciderNow(call, stored);
  requireUndoable(stored);
  const { resources } = call.deps;
  return call.write(async (tx) => {
    const changes = await recordedChanges(tx, uuid);
    const final = finalBecause(resources, stored, changes);
    if (final !== undefined) throw notUndoable(final);
    const summary = stored.summary ?? summaryOf(resources, changes);
    if (!(await markUndone(tx, { ...stored, summary }))) throw notUndoable("It has been undone already.");
    const madeAt = stored.executed_at ?? stored.created_at;
    const options = { force: body.force ?? false, madeAt, team: call.caller.team };
    const made = await undoChanges(tx, resources, changes, options);
    const own = changesetUuid(tx.changesetId);
    const undo = await insertUndo(tx, { uuid: own, undoOf: uuid, summary: `Undo: ${summary}` });
    const shown = await namedChangeset(
      { ...call.deps, viewer: { rights: call.caller } },
      undo,
      made,
      readerOf(tx),
    );
    recordAct(tx, call.context, { act: "undo", id: path.changeset_id.toLowerCase(), madeBy: shown.id });
    return { body: { ...shown } };
  });
};

function requireUndoable({ status, undo_of: undoOf }: StoredChangeset): void {
  if (undoOf !== null) throw notUndoable("An undo is not undone; make the change again.");
  if (status !== "executed") throw notUndoable(`It is ${status}; only an executed changeset is undone.`);
}

function notUndoable(detail: string): AppError {
  return new AppError("not_undoable", detail);
}
