import type { Caller } from "@jst/caller";
import type { Statement } from "@jst/db";
import { AppError } from "@jst/errors";
import type { Call, Reply } from "@jst/rpc";
import type { Changeset } from "../../gen/rpc.ts";
import { mayNotDecide, undoesAny } from "../access.ts";
import { recordAct } from "../audit.ts";
import { namedChangeset } from "../changeset-json.ts";
import { changesetUuid, CHANGES_MAX, recordedChanges, type Change } from "../changes.ts";
import type { Deps } from "../deps.ts";
import { finalBecause } from "../final.ts";
import { readerOf } from "../names.ts";
import { noticeUndone } from "../notices.ts";
import { OPERATIONS_SHOWN } from "../operations.ts";
import { changesetOf, findBriefly, only, type StoredChangeset } from "../queries.ts";
import { shownChanges } from "../shown-changes.ts";
import { insertUndo, markUndone } from "../undo-queries.ts";
import { undoChanges } from "../undo/undo.ts";
import { withLeft } from "./left.ts";
import { leavingOf, requireNoConflicts } from "./look.ts";
import { findMembers, handOver, markMembersUndone, type OpenMember } from "./set-queries.ts";
import { beginSet } from "./set.ts";
import { takeNextBack, type SetUndo } from "./take-back.ts";
import { insertJob, undoContext, type SetUndoOptions } from "./undo-jobs.ts";

/** How long a request waits for an undo in pages, and after what time a worker takes it up by itself. */
const WAIT_MS = 4_000;
const TAKEN_UP_MS = 20_000;

/**
 * Takes a set back after a look for conflicts through all its members (trust.set-undo): in one transaction, or in pages
 * beyond the operations of one.
 */
export async function undoSet(call: Call<Deps>, set: StoredChangeset, force: boolean): Promise<Reply> {
  const { deps, context, caller } = call;
  if (set.executed_at === null)
    throw notUndoable("The set is still being written. Wait for its end, or cancel it.");
  const final = finalBecause(deps.resources, set, []);
  if (final !== undefined) throw notUndoable(final);
  const leaving = await leavingOf(deps, context, set);
  const options = { force, team: caller.team, leaving };
  const isSmall = (set.operation_count ?? 0) <= CHANGES_MAX;
  if (!isSmall) requireAtOnce(caller);
  if (!force) await requireNoConflicts(deps, context, { set, leaving, caller });
  return isSmall ? undoWhole(call, set, options) : undoInPages(call, set, options);
}

/** Refuses an undo in pages by a caller whose writes rules judge: they see one transaction. */
function requireAtOnce(caller: Caller): void {
  if (undoesAny(caller) || caller.team.rules === undefined) return;
  throw mayNotDecide(
    `Approval rules cannot judge an undo of more than ${CHANGES_MAX} operations. Ask an owner or admin to undo this set.`,
  );
}

function undoWhole(call: Call<Deps>, set: StoredChangeset, options: SetUndoOptions): Promise<Reply> {
  const { service, resources } = call.deps;
  return call.write(async (tx) => {
    if (!(await markUndone(tx, set))) throw isUndone();
    const made: Change[] = [];
    for (const member of await tx.query<OpenMember>(findMembers(call.caller.team_id, set.id))) {
      const changes = await recordedChanges(tx, member.id);
      const final = finalBecause(resources, set, changes);
      if (final !== undefined) throw notUndoable(final);
      const leaving = new Set(options.leaving);
      const own = { ...options, leaving, madeAt: member.executed_at, made: made.length };
      made.push(...(await undoChanges(tx, resources, changes, own)));
    }
    await markMembersUndone(tx, set.id);
    const title = `Undo: ${set.summary ?? ""}`;
    const uuid = changesetUuid(tx.changesetId);
    const undone = await insertUndo(tx, { uuid, undoOf: set.id, summary: title });
    const showing = { ...call.deps, viewer: { rights: call.caller } };
    const shown = await namedChangeset(showing, undone, made, readerOf(tx));
    noticeUndone(tx, call.deps, set);
    recordAct(tx, call.context, { act: "undo", id: `${service}_${set.id}`, madeBy: shown.id });
    return { body: { ...shown }, proposal: { summary: title, undoOf: set.id } };
  });
}

function undoInPages(call: Call<Deps>, set: StoredChangeset, options: SetUndoOptions): Promise<Reply> {
  const { service } = call.deps;
  const teamId = call.caller.team_id;
  return call.write(async (tx) => {
    if (tx.isPreview)
      throw new AppError(
        "limit_reached",
        `An undo of more than ${CHANGES_MAX} operations cannot wait for approval. Ask an owner or admin to undo this set.`,
      );
    if (!(await markUndone(tx, set))) throw isUndone();
    const id = changesetUuid(tx.changesetId);
    const summary = `Undo: ${set.summary ?? ""}`;
    beginSet(tx, { id, summary, total: set.operation_count ?? 0, undoOf: set.id });
    tx.defer(insertJob(teamId, id, options, TAKEN_UP_MS));
    noticeUndone(tx, call.deps, set);
    recordAct(tx, call.context, { act: "undo", id: `${service}_${set.id}`, madeBy: tx.changesetId });
    await tx.flush();
    const stored = only(changesetOf(await tx.query(findBriefly(teamId, id))));
    const undo = { ...options, id, context: undoContext(teamId, stored) };
    const showing = { ...call.deps, viewer: { rights: call.caller } };
    const body = await namedChangeset(showing, stored, [], readerOf(tx));
    return { body: { ...body }, committed: () => afterPages(call, undo) };
  });
}

/** Takes pages back for as long as a request waits, and answers how far the undo has come. */
async function afterPages(call: Call<Deps>, undo: SetUndo): Promise<string> {
  const teamId = call.caller.team_id;
  const endMs = performance.now() + WAIT_MS;
  let isOpen = true;
  while (isOpen && performance.now() < endMs) isOpen = await takeNextBack(call.deps, undo);
  if (isOpen) await call.deps.database.write(undo.context, (tx) => tx.query(handOver(teamId, undo.id)));
  const stored = only(changesetOf(await call.read(findBriefly(teamId, undo.id))));
  return JSON.stringify(await shownSet(call, stored));
}

async function shownSet(call: Call<Deps>, stored: StoredChangeset): Promise<Changeset> {
  const { changes, ...numbers } = await shownChanges(call, stored, { after: 0, limit: OPERATIONS_SHOWN });
  const reader = { teamId: call.caller.team_id, read: (statement: Statement) => call.read(statement) };
  const showing = { ...call.deps, viewer: { rights: call.caller } };
  const shown = await namedChangeset(showing, stored, changes, reader, numbers);
  return withLeft(call, stored, shown);
}

function isUndone(): AppError {
  return notUndoable("This change is already undone. No further step is needed.");
}

function notUndoable(detail: string): AppError {
  return new AppError("not_undoable", detail);
}
