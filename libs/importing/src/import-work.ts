import { endSet, type ApprovalRule } from "@jst/changes";
import { Signal, SystemDatabase, type Row } from "@jst/db";
import { asAppError, problemOf, type AppError } from "@jst/errors";
import {
  JobQueue,
  JobWorker,
  type ClaimedJob,
  type HeldJob,
  type JobOutcome,
  type QueueTable,
} from "@jst/jobs";
import type { Call } from "@jst/rpc";
import type { Airtable } from "./airtable/airtable.ts";
import { removeBase } from "./airtable/base-queries.ts";
import { endToken, tokenOutcome } from "./airtable/tokens.ts";
import { analyse } from "./analysing.ts";
import { check } from "./checking.ts";
import { findImport, KEPT_DAYS, lockImport, saveImport } from "./import-queries.ts";
import type { ImportPart, StoredImport } from "./import.ts";
import { noticeEnd } from "./notice-end.ts";
import { loadsFiles, queuingRule, requireTargetAccess } from "./may-run.ts";
import { removeFormer, removeSource } from "./row-queries.ts";
import { proposedSummary, setIdOf } from "./pages.ts";
import { run } from "./running.ts";
import { ENDED, WORKING } from "./states.ts";
import type { Features, OpenTarget } from "./target.ts";
import {
  columnsChanged,
  fenced,
  RetryLater,
  Superseded,
  workContext,
  type Attempt,
  type ImportParts,
} from "./work.ts";

/** Dependencies of the handlers of imports. */
export interface ImportDeps<Deps> {
  imports: Pick<
    ImportWork<Deps>,
    | "stored"
    | "settled"
    | "requireTargets"
    | "requireRunner"
    | "proposedSummary"
    | "checkedTargets"
    | "features"
    | "airtable"
  >;
}

const table: Omit<QueueTable<JobOutcome>, "claimLock"> = {
  name: "import_jobs",
  id: "import_id",
  lane: "line_id",
  read: "select c.team_id, c.import_id as id, c.attempts as attempt, c.lease from claimed c",
};

/** Attempts in a row that store nothing, after which an import fails: about a quarter of an hour. */
const ATTEMPTS_MAX = 20;
const RETRY_MS = 2_000;
const RETRY_MAX_MS = 60_000;
const LEASE_MS = 15_000;
const DAY_MS = 86_400_000;
const PER_TEAM = 4;
const IN_FLIGHT_MAX = 4;
/** Longest time in which a request waits for its import, and how often it looks. */
const WAIT_MS = 5_000;
const LOOK_MS = 200;

/** Options of the work on imports. */
export interface ImportWorkOptions<Deps> extends ImportParts<Deps> {
  /** Connection of the role that works on the jobs of all teams. */
  workerUrl: string;
  /** Advisory lock under which jobs are claimed, one of each service. */
  claimLock: number;
  /** After this long the work of a process that died is repeated. */
  leaseMs?: number;
}

/** Part of an import with its target, whose columns are as at the check. */
export interface CheckedTarget {
  part: ImportPart;
  target: OpenTarget;
}

/** Worker on the imports of all teams: leased jobs, which another process repeats if this one dies (imports.lease). */
export class ImportWork<Deps> {
  readonly #parts: ImportWorkOptions<Deps>;
  readonly #stopping = new AbortController();
  /** Rings when work on an import has ended in this process. */
  readonly #ended = new Signal();
  #worker: JobWorker<ClaimedJob> | undefined;
  #workers: SystemDatabase | undefined;
  /** Rings when a job was stored. */
  readonly stored = new Signal();

  constructor(parts: ImportWorkOptions<Deps>) {
    this.#parts = parts;
  }

  /** Features of the targets that requests may ask for. */
  get features(): Features {
    return this.#parts.targets.features;
  }

  /** The API of Airtable, if imports read bases. */
  get airtable(): Airtable | undefined {
    return this.#parts.airtable;
  }

  /** Starts to work on jobs. */
  start(): void {
    const { workerUrl, claimLock, logger, leaseMs = LEASE_MS } = this.#parts;
    this.#workers = new SystemDatabase({
      connectionString: workerUrl,
      poolSize: 2,
      applicationName: "imports_worker",
    });
    this.#worker = new JobWorker<ClaimedJob>({
      name: "importer",
      queue: new JobQueue<ClaimedJob>(this.#workers, { ...table, claimLock }, this.stored),
      limits: { perLane: 1, perTeam: PER_TEAM, leaseMs },
      inFlightMax: IN_FLIGHT_MAX,
      renewsLeases: true,
      work: (held) => this.#work(held),
      logger,
    });
    this.#worker.start();
  }

  /** Lets the pages under way end; another process goes on with the next ones. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#worker?.stop();
    await this.#workers?.close();
    this.#parts.airtable?.close();
  }

  /** Throws 422 with the faults of a mapping whose columns the targets do not have now. */
  async requireTargets(call: Call<Deps>, stored: StoredImport): Promise<void> {
    requireTargetAccess(this.#parts.targets, call.caller, stored.parts);
    const plan = { ...stored, made: {}, adds: {} };
    for (const part of stored.parts)
      if (part.target !== null) await this.#parts.targets.open(call, part, `parts.${part.index}`, plan);
  }

  /** Rejects with 403 a run that may not write its targets, or that a rule refuses; answers the rule that queues it. */
  requireRunner(
    { caller, hop }: Pick<Call<Deps>, "caller" | "hop">,
    { parts, source }: Pick<StoredImport, "parts" | "source">,
  ): Promise<ApprovalRule | undefined> {
    requireTargetAccess(this.#parts.targets, caller, parts);
    const hasFiles = source.kind === "airtable" && parts.some(loadsFiles);
    return queuingRule(this.#parts, caller, { parts, hop, hasFiles });
  }

  /** Returns the line of a proposal of the run, which names the tables. */
  async proposedSummary(call: Call<Deps>, stored: StoredImport): Promise<string> {
    return proposedSummary(stored, await this.#parts.targets.titlesOf(call, stored.parts));
  }

  /** Opens the targets of the parts. Throws 409 if the columns are others than those that the rows were judged by. */
  async checkedTargets(call: Call<Deps>, stored: StoredImport): Promise<CheckedTarget[]> {
    const opened: CheckedTarget[] = [];
    for (const part of stored.parts) {
      if (part.target === null) continue;
      const target = await this.#parts.targets
        .open(call, part, `parts.${part.index}`, stored)
        .catch(asChanged);
      if (target.stamp !== stored.stamps[part.index]) throw columnsChanged();
      opened.push({ part, target });
    }
    return opened;
  }

  /** Waits until no job works on the import any more, 5 s at most; answers its JSON, or undefined if it is gone. */
  async settled(teamId: string, id: string): Promise<string | undefined> {
    const { database } = this.#parts;
    const end = performance.now() + WAIT_MS;
    for (;;) {
      const seen = this.#ended.rings;
      const [found] = await database.read<StoredImport>(workContext(teamId), findImport(teamId, id));
      if (found === undefined || !WORKING.includes(found.status) || performance.now() > end)
        return found?.body;
      await this.#ended.past(seen, LOOK_MS, this.#stopping.signal);
    }
  }

  async #work({ job, record, lost }: HeldJob<ClaimedJob, JobOutcome>): Promise<void> {
    const attempt: Attempt<Deps> = {
      ...this.#parts,
      teamId: job.team_id,
      importId: job.id,
      lease: job.lease,
      stopped: AbortSignal.any([lost, this.#stopping.signal]),
    };
    const outcome = await this.#attempted(attempt, job.attempt);
    await record(outcome);
    this.#ended.ring();
  }

  async #attempted(attempt: Attempt<Deps>, count: number): Promise<JobOutcome> {
    try {
      return await this.#steps(attempt);
    } catch (error) {
      if (error instanceof Superseded) return { retryAfterMs: 0 };
      if (error instanceof RetryLater) return { retryAfterMs: error.afterMs };
      const refusal = asAppError(error);
      const { logger, teamId, importId } = attempt;
      const isOver = refusal.status < 500 || count >= ATTEMPTS_MAX;
      if (!isOver || refusal.status >= 500)
        logger.error({ error, team: teamId, import: importId }, "the work on an import failed");
      if (!isOver) return { retryAfterMs: Math.min(RETRY_MS * 2 ** (count - 1), RETRY_MAX_MS) };
      return this.#fail(attempt, refusal).catch((thrown: unknown) => {
        if (thrown instanceof Superseded) return { retryAfterMs: 0 };
        throw thrown;
      });
    }
  }

  /** Works on the import until it needs its caller again; an import that has ended comes back to be cleared. */
  async #steps(attempt: Attempt<Deps>): Promise<JobOutcome> {
    for (;;) {
      const stored = await readImport(attempt);
      if (stored === undefined) return {};
      if (stored.deleted || stored.expired) return clear(attempt, stored);
      if (ENDED.includes(stored.status)) {
        await endToken(attempt, stored);
        if (stored.source.kind === "upload") await releaseSource(attempt, stored);
        return { retryAfterMs: KEPT_DAYS * DAY_MS };
      }
      if (stored.status === "analysing") await analyse(attempt, stored);
      else if (stored.status === "checking") await check(attempt, stored);
      else if (stored.status === "running") await run(attempt, stored);
      else return tokenOutcome(attempt, stored);
      this.#ended.ring();
    }
  }

  async #fail(attempt: Attempt<Deps>, refusal: AppError): Promise<JobOutcome> {
    const { database, baseUrl, teamId, importId } = attempt;
    const known = await readImport(attempt);
    if (known === undefined || !WORKING.includes(known.status))
      return { retryAfterMs: refusal.status < 500 ? 0 : RETRY_MAX_MS };
    const error = problemOf(refusal, { baseUrl, requestId: "imports" });
    await database.write(workContext(teamId), async (tx) => {
      const current = await fenced(tx, attempt, known);
      // A mapping that does not fit can be changed.
      const status = known.status === "checking" ? "analysed" : "failed";
      await tx.query(saveImport(teamId, importId, { status, error }, status === "analysed"));
      if (known.status !== "running") return;
      endSet(tx, setIdOf(known));
      noticeEnd(tx, attempt, current, "failed");
    });
    return { retryAfterMs: 0 };
  }
}

/** Returns the fault of a mapping that fitted at the check as the conflict that it is. */
function asChanged(error: unknown): never {
  throw asAppError(error).status === 422 ? columnsChanged() : error;
}

async function readImport<Deps>({
  database,
  teamId,
  importId,
}: Attempt<Deps>): Promise<StoredImport | undefined> {
  const { result } = await database.write(workContext(teamId), (tx) =>
    tx.query<StoredImport & Row>(lockImport(teamId, importId)),
  );
  return result[0];
}

/** Releases the bytes that a file or an upload has for the import. */
async function releaseSource<Deps>({ teamId, releaseBytes }: Attempt<Deps>, { id, source }: StoredImport) {
  if (source.kind === "file" || source.kind === "upload") await releaseBytes?.(teamId, id);
}

/** A generation after every other one. */
const ALL = 2_147_483_647;

/** Removes the source and the verdicts of an import whose time is over, and a deleted import itself. */
async function clear<Deps>(attempt: Attempt<Deps>, stored: StoredImport): Promise<JobOutcome> {
  const { database, teamId } = attempt;
  const context = workContext(teamId);
  const all = { ...stored, generation: ALL };
  while ((await database.write(context, (tx) => removeFormer(tx, all))).result);
  await releaseSource(attempt, stored);
  if (stored.source.kind === "airtable")
    while (
      (await database.write(context, (tx) => tx.query(removeBase(teamId, stored.id)))).result.length > 0
    );
  await database.write(context, (tx) => removeSource(tx, stored));
  return {};
}
