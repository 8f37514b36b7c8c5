import { endSet } from "@jst/changes";
import { AppError, invalidTransition, notFound, validationFailed } from "@jst/errors";
import { isUuid, type Call, type Reply } from "@jst/rpc";
import type { TeamTx } from "@jst/db";
import { optionFaults, type OptionsSent } from "./create-import.ts";
import {
  findQueued,
  lockImport,
  markDeleted,
  saveImport,
  storeJob,
  type ImportChange,
} from "./import-queries.ts";
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
import { requireQuiet } from "./may-run.ts";
import { mergedParts } from "./merged-parts.ts";
import { setIdOf } from "./pages.ts";
import { requireMove, WORKING } from "./states.ts";

/** Body of a change of an import. */
export interface ImportPatched {
  name?: string;
  source?: SourceStatement;
  options?: OptionsSent;
  parts?: PartPatch[];
}

/**
 * Locks an import of the team; 404 for an absent, a foreign and a deleted one, 412 for another version, 409 while a run
 * of it waits for another approval than this one.
 */
export async function locked(
  tx: TeamTx,
  id: string,
  { ifMatch, approves }: Pick<Call<unknown>, "ifMatch" | "approves">,
): Promise<StoredImport> {
  if (!isUuid(id)) throw notFound();
  const { teamId } = tx.context;
  const [stored] = await tx.query<StoredImport>(lockImport(teamId, id.toLowerCase()));
  if (stored === undefined || stored.deleted) throw notFound();
  if (ifMatch !== undefined && ifMatch !== stored.version) {
    const detail = "The import was changed after you read it. Read it again, then repeat your change.";
    throw new AppError("version_conflict", detail, { extension: { current_version: stored.version } });
  }
  const proposed = stored.status === "ready" ? stored.changeset_id : null;
  if (proposed === null || uuidIn(proposed) === approves) return stored;
  const [waiting] = await tx.query(findQueued(teamId, uuidIn(proposed)));
  if (waiting === undefined) return stored;
  const detail =
    "A run of this import waits for approval. Withdraw the proposal, or wait until somebody decides on it.";
  throw invalidTransition({ from: stored.status, to: null, allowed: [] }, detail);
}

const uuidIn = (changesetId: string): string => changesetId.slice(changesetId.indexOf("_") + 1);

export async function saved(
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
export function settledReply<Deps extends ImportDeps<Deps>>(call: Call<Deps>, stored: StoredImport): Reply {
  const { imports } = call.deps;
  return { body: stored.body, committed: () => imports.settled(call.caller.team_id, stored.id) };
}

/** Merges changes into the mapping, and drops the verdicts (imports.mapping). */
export function updateImport<Deps extends ImportDeps<Deps>>(
  id: string,
  body: ImportPatched,
  call: Call<Deps>,
): Promise<Reply> {
  const errors = optionFaults(body.options, call.deps.imports.features);
  if (errors.length > 0) throw validationFailed(errors);
  requireQuiet(call.caller, body.options ?? {});
  return call.write(async (tx) => {
    const stored = await locked(tx, id, call);
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
      changeset_id: null,
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
  const known = await found(call, id);
  requireMove(known.status, "checking");
  requireMapping(known.parts);
  await call.deps.imports.requireTargets(call, known);
  return call.write(async (tx) => {
    const stored = await locked(tx, id, call);
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

/** Stops an import after the page that is being written (imports.cancel); what is written stays. */
export function cancelImport<Deps extends ImportDeps<Deps>>(id: string, call: Call<Deps>): Promise<Reply> {
  return call.write(async (tx) => {
    const stored = await locked(tx, id, call);
    requireMove(stored.status, "cancelled");
    const next = await saved(tx, stored.id, { status: "cancelled" });
    if (stored.status === "running") endSet(tx, setIdOf(stored));
    await tx.query(storeJob(tx.context.teamId, stored.id, false, call.deps.imports.stored));
    return replyOf(next);
  });
}

/** Removes an import with its source and its verdicts; 409 while a job works on it. Rows that it wrote stay. */
export function deleteImport<Deps extends ImportDeps<Deps>>(id: string, call: Call<Deps>): Promise<Reply> {
  return call.write(async (tx) => {
    const stored = await locked(tx, id, call);
    if (WORKING.includes(stored.status)) {
      const detail = `An import that is ${stored.status} cannot be deleted. Cancel it first.`;
      throw invalidTransition({ from: stored.status, to: null, allowed: ["cancelled"] }, detail);
    }
    await tx.query(markDeleted(tx.context.teamId, stored.id));
    await tx.query(storeJob(tx.context.teamId, stored.id, false, call.deps.imports.stored));
    return { body: { id: stored.id, deleted: true } };
  });
}
