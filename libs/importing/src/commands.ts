import { endSet } from "@jst/changes";
import { AppError, invalidTransition, notFound, validationFailed } from "@jst/errors";
import { isUuid, type Call, type Reply } from "@jst/rpc";
import type { TeamTx } from "@jst/db";
import { requireConfirmed, type Confirmed } from "./confirming.ts";
import { zoneFaults, type OptionsSent } from "./create-import.ts";
import { lockImport, markDeleted, saveImport, storeJob, type ImportChange } from "./import-queries.ts";
import {
  noCounts,
  type ImportPart,
  type PartPatch,
  type SourceStatement,
  type StoredImport,
} from "./import.ts";
import type { ImportDeps } from "./import-work.ts";
import { found } from "./reads.ts";
import { requireMapping } from "./mapping-faults.ts";
import { mergedParts } from "./merged-parts.ts";
import { requireMove, WORKING } from "./states.ts";

/** Body of a change of an import. */
export interface ImportPatched {
  name?: string;
  source?: SourceStatement;
  options?: OptionsSent;
  parts?: PartPatch[];
}

/** Locks an import of the team; 404 for an absent, a foreign and a deleted one, 412 for another version. */
async function locked(tx: TeamTx, id: string, version?: number): Promise<StoredImport> {
  if (!isUuid(id)) throw notFound();
  const [stored] = await tx.query<StoredImport>(lockImport(tx.context.teamId, id.toLowerCase()));
  if (stored === undefined || stored.deleted) throw notFound();
  if (version === undefined || version === stored.version) return stored;
  const detail = "The import was changed after you read it. Read it again, then repeat your change.";
  throw new AppError("version_conflict", detail, { extension: { current_version: stored.version } });
}

async function saved(
  tx: TeamTx,
  id: string,
  change: ImportChange,
  isDropping = false,
): Promise<StoredImport> {
  const [stored] = await tx.query<StoredImport>(saveImport(tx.context.teamId, id, change, isDropping));
  if (stored === undefined) throw new Error("a locked import is there");
  return stored;
}

const replyOf = ({ body, version }: StoredImport): Reply => ({ body, headers: { etag: `"${version}"` } });

/** Answers an import once no job works on it any more, after 5 s at the latest. */
function settledReply<Deps extends ImportDeps<Deps>>(call: Call<Deps>, stored: StoredImport): Reply {
  const { imports } = call.deps;
  return { body: stored.body, committed: () => imports.settled(call.caller.team_id, stored.id) };
}

/** Merges changes into the mapping, and drops the verdicts (imports.mapping). */
export function updateImport<Deps extends ImportDeps<Deps>>(
  id: string,
  body: ImportPatched,
  call: Call<Deps>,
): Promise<Reply> {
  const errors = zoneFaults(body.options);
  if (errors.length > 0) throw validationFailed(errors);
  return call.write(async (tx) => {
    const stored = await locked(tx, id, call.ifMatch);
    const isAgain = body.source !== undefined || body.options !== undefined;
    requireMove(stored.status, isAgain ? "analysing" : "analysed");
    const parts = mergedParts(stored.parts, body.parts ?? []);
    const total = totalOf(parts);
    const change: ImportChange = {
      ...(body.name === undefined ? {} : { name: body.name }),
      parts,
      options: { ...stored.options, ...body.options },
      counts: { ...noCounts, total },
      progress: { done: 0, total },
      error: null,
      status: isAgain ? "analysing" : "analysed",
    };
    const { source } = stored;
    const stated = { ...source.stated, ...body.source };
    const next = await saved(
      tx,
      stored.id,
      isAgain ? { ...change, source: { ...source, stated } } : change,
      true,
    );
    if (!isAgain) return replyOf(next);
    await tx.query(storeJob(tx.context.teamId, stored.id, false, call.deps.imports.stored));
    return settledReply(call, next);
  });
}

const totalOf = (parts: readonly ImportPart[]): number => parts.reduce((sum, { rows }) => sum + rows, 0);

/** Begins to judge every row (imports.check); 422 while a question is open. */
export async function checkImport<Deps extends ImportDeps<Deps>>(
  id: string,
  call: Call<Deps>,
): Promise<Reply> {
  const { status, parts } = await found(call, id);
  requireMove(status, "checking");
  requireMapping(parts);
  await call.deps.imports.requireTargets(call, parts);
  return call.write(async (tx) => {
    const stored = await locked(tx, id, call.ifMatch);
    requireMove(stored.status, "checking");
    requireMapping(stored.parts);
    const total = totalOf(stored.parts.filter(({ target }) => target !== null));
    const { token_id, door } = call.caller;
    const change: ImportChange = {
      status: "checking",
      counts: { ...noCounts, total },
      progress: { done: 0, total },
      acting: { token_id, door },
      error: null,
    };
    const next = await saved(tx, stored.id, change, true);
    await tx.query(storeJob(tx.context.teamId, stored.id, false, call.deps.imports.stored));
    return settledReply(call, next);
  });
}

/** Begins to write the rows (imports.run); 409 while rows are rejected or something is lost, unless confirmed. */
export async function runImport<Deps extends ImportDeps<Deps>>(
  id: string,
  confirmed: Confirmed,
  call: Call<Deps>,
): Promise<Reply> {
  await call.deps.imports.requireRun(call);
  return call.write(async (tx) => {
    const stored = await locked(tx, id, call.ifMatch);
    if (tx.isPreview) throw previewUnavailable();
    requireMove(stored.status, "running");
    requireConfirmed(stored, confirmed);
    const { token_id, door } = call.caller;
    const next = await saved(tx, stored.id, { status: "running", acting: { token_id, door }, error: null });
    await tx.query(storeJob(tx.context.teamId, stored.id, true, call.deps.imports.stored));
    return settledReply(call, next);
  });
}

function previewUnavailable(): AppError {
  const detail = "A run of an import cannot be shown before it is made. Check the import to see its effect.";
  return new AppError("proposals_unavailable", detail);
}

/** Stops an import after the page that is being written (imports.cancel); what is written stays. */
export function cancelImport<Deps extends ImportDeps<Deps>>(id: string, call: Call<Deps>): Promise<Reply> {
  return call.write(async (tx) => {
    const stored = await locked(tx, id, call.ifMatch);
    requireMove(stored.status, "cancelled");
    const next = await saved(tx, stored.id, { status: "cancelled" });
    if (stored.status === "running") endSet(tx, stored.id);
    await tx.query(storeJob(tx.context.teamId, stored.id, false, call.deps.imports.stored));
    return replyOf(next);
  });
}

/** Removes an import with its source and its verdicts; 409 while a job works on it. Rows that it wrote stay. */
export function deleteImport<Deps extends ImportDeps<Deps>>(id: string, call: Call<Deps>): Promise<Reply> {
  return call.write(async (tx) => {
    const stored = await locked(tx, id, call.ifMatch);
    if (WORKING.includes(stored.status)) {
      const detail = `An import that is ${stored.status} cannot be deleted. Cancel it first.`;
      throw invalidTransition({ from: stored.status, to: null, allowed: ["cancelled"] }, detail);
    }
    await tx.query(markDeleted(tx.context.teamId, stored.id));
    await tx.query(storeJob(tx.context.teamId, stored.id, false, call.deps.imports.stored));
    return { body: { id: stored.id, deleted: true } };
  });
}
