import { actorIdOf, type Caller, type Door } from "@jst/caller";
import type { Verdict } from "@jst/changes";
import { systemContext, type Database, type TeamContext, type TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import type { NoticePublisher } from "@jst/events";
import { callOf, hopWithin, type Call, type CallFacts, type Hop, type Writer } from "@jst/rpc";
import type { Logger } from "@jst/telemetry";
import type { Airtable } from "./airtable/airtable.ts";
import { lockJob, lockImport } from "./import-queries.ts";
import type { Acting, ImportPart, StoredImport } from "./import.ts";
import type { OpenBytes } from "./pinned-source.ts";
import type { Access, Targets } from "./target.ts";

/** Finds the caller behind a token as auth would sign it now. */
export type CallerNow = (token: { teamId: string; tokenId: string; door: Door }, hop: Hop) => Promise<Caller>;

/** Parts that the work on imports needs. */
export interface ImportParts<Deps> {
  database: Database;
  logger: Logger;
  service: NoticePublisher;
  /** Page of the console below which each import has its own. */
  page: string;
  targets: Targets<Deps>;
  /** Right and module that a run needs at each page. */
  access: Access;
  openBytes: OpenBytes;
  /** Ends what openBytes has done so that the bytes stay. */
  releaseBytes?: (teamId: string, importId: string) => Promise<void>;
  /** The API of Airtable, if imports read bases. */
  airtable?: Airtable;
  callerOf: CallerNow;
  /** Finds the approval rule of the team that may stop what the caller imports by these parts, or with files. */
  ruleOn: (
    caller: Caller,
    hop: Hop,
    parts: readonly ImportPart[],
    hasFiles?: boolean,
  ) => Promise<Verdict | undefined>;
  /** Dependencies of the handlers of the service. */
  deps: () => Deps;
  baseUrl: string;
}

/** One attempt at the work on an import, under a lease. */
export interface Attempt<Deps> extends ImportParts<Deps> {
  teamId: string;
  importId: string;
  lease: string;
  /** Aborted when the lease is lost, or when the process ends. */
  stopped: AbortSignal;
}

/** Thrown by work that no longer has its lease, or whose import has moved on: nothing of its transaction stays. */
export class Superseded extends Error {
  constructor() {
    super("another worker or a caller has taken over the import");
  }
}

/** Thrown by work that cannot go on at present; the job comes back after the wait. */
export class RetryLater extends Error {
  readonly afterMs: number;

  constructor(afterMs: number) {
    super(`the work goes on in ${afterMs} ms`);
    this.afterMs = afterMs;
  }
}

/** Longest time of one page, with its look-ups. */
const PAGE_MS = 60_000;

/** Makes the context in which the platform itself works on an import. */
export const workContext = (teamId: string): TeamContext =>
  systemContext(teamId, { requestId: "imports", timeoutMs: PAGE_MS });

/**
 * Locks the import of an attempt in its transaction (imports.lease). Throws Superseded unless the attempt has its lease
 * and the import is as the attempt has read it.
 */
export async function fenced(
  tx: TeamTx,
  { importId, lease }: Pick<Attempt<never>, "importId" | "lease">,
  known: Pick<StoredImport, "status" | "generation">,
): Promise<StoredImport> {
  const { teamId } = tx.context;
  const [current] = await tx.query<StoredImport>(lockImport(teamId, importId));
  const isSame = current?.status === known.status && current.generation === known.generation;
  if (!isSame || current.deleted) throw new Superseded();
  const jobs = await tx.query(lockJob(teamId, importId, lease));
  if (jobs.length === 0) throw new Superseded();
  return current;
}

/** Makes the hop of a job's calls to other services. */
export const hopOfWork = (): Hop => hopWithin(PAGE_MS, { requestId: "imports" });

/** Asks auth for the caller of an import as it is now; throws the code of a token that is over (imports.caller). */
export async function actingCaller<Deps>(
  { callerOf, teamId }: Pick<Attempt<Deps>, "callerOf" | "teamId">,
  acting: Acting | null,
): Promise<Caller> {
  if (acting === null) throw new Error("an import that is checked or run has a caller");
  return callerOf({ teamId, tokenId: acting.token_id, door: acting.door }, hopOfWork());
}

/** Makes the call under which a job reads and writes for a caller, by the code that answers the caller's own calls. */
export function callFor<Deps>({ database, deps, baseUrl }: ImportParts<Deps>, caller: Caller): Call<Deps> {
  const context = contextFor(caller);
  const facts: CallFacts = {
    caller,
    context,
    requestId: context.requestId,
    traceId: undefined,
    ifMatch: undefined,
    isKnown: () => false,
  };
  const writer: Writer = async (work, as) => {
    const { result, changesetId } = await database.write(as?.context ?? context, work, as?.changesetUuid);
    return { ...result, headers: { ...result.headers, "x-changeset-id": changesetId } };
  };
  return callOf({ method: "RunImport", readOnly: false }, facts, { database, deps: deps(), baseUrl }, writer);
}

function contextFor(caller: Caller): TeamContext {
  const { oauth_app: app, member_id: memberId } = caller;
  const oauthApp =
    app === undefined || memberId === undefined
      ? {}
      : { oauthApp: { client_id: app.client_id, client_name: app.client_name, member_id: memberId } };
  return {
    ...workContext(caller.team_id),
    tokenId: caller.token_id,
    actorType: caller.token_type,
    actorId: actorIdOf(caller),
    door: caller.door,
    timezone: caller.team.timezone,
    ...(caller.team.country === undefined ? {} : { country: caller.team.country }),
    ...(caller.sponsor_id === undefined ? {} : { sponsorId: caller.sponsor_id }),
    familyId: caller.family_id,
    ...oauthApp,
  };
}

/** Throws the refusal of columns that are others than those that the rows were judged by (imports.columns-changed). */
export function columnsChanged(): AppError {
  return new AppError(
    "changeset_conflict",
    "The columns of the table were changed after the check. Check the import again.",
  );
}
