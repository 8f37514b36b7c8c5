import { addMember, beginSet, endSet } from "@jst/changes";
import { isModuleOn, requireRight, type Caller } from "@jst/caller";
import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import { saveImport } from "./import-queries.ts";
import type { ImportPart, StoredImport } from "./import.ts";
import { requireQuiet, requireRun } from "./may-run.ts";
import { withHeader } from "./read-rows.ts";
import { countRows, countsOf, findWaiting, saveStates, type WaitingRow } from "./row-queries.ts";
import type { OpenTarget } from "./target.ts";
import {
  actingCaller,
  callFor,
  columnsChanged,
  fenced,
  hopOfWork,
  Superseded,
  workContext,
  type Attempt,
} from "./work.ts";

/** Rows and bytes of a page. */
const PAGE = { rows: 500, bytes: 4_194_304 };

/** Writes the rows of an import that wait, page by page, each page as the caller is then (imports.run). */
export async function run<Deps>(attempt: Attempt<Deps>, stored: StoredImport): Promise<void> {
  for (const { index, target } of stored.parts)
    if (target !== null) while (await runPage(attempt, stored, index));
  await attempt.database.write(workContext(attempt.teamId), async (tx) => {
    await fenced(tx, attempt, stored);
    const counts = countsOf(await tx.query(countRows(attempt.teamId, stored)));
    await tx.query(saveImport(attempt.teamId, stored.id, { status: "done", counts }));
    endSet(tx, setIdOf(stored));
  });
}

/** Throws 403 unless the caller may still write what the import writes (imports.caller). */
async function requireAccess<Deps>(
  attempt: Attempt<Deps>,
  caller: Caller,
  { options, acting }: StoredImport,
): Promise<void> {
  const { resource, module } = attempt.access;
  requireRight(caller, resource, "write");
  if (!isModuleOn(caller.team.modules, module)) {
    const detail = `The module ${module} is off for this team now. Ask an owner or admin to turn it on, and import again.`;
    throw new AppError("module_disabled", detail);
  }
  requireQuiet(caller, options);
  await requireRun(attempt, caller, { isApproved: acting?.proposal !== undefined, hop: hopOfWork() });
}

/** Writes one page of a part; false if no row of it waits. */
async function runPage<Deps>(attempt: Attempt<Deps>, stored: StoredImport, index: number): Promise<boolean> {
  const { database, teamId, stopped, targets } = attempt;
  if (stopped.aborted) throw new Superseded();
  const context = workContext(teamId);
  const rows = await database.read<WaitingRow>(context, findWaiting(teamId, stored, index, PAGE));
  if (rows.length === 0) return false;
  const caller = await actingCaller(attempt, stored.acting);
  await requireAccess(attempt, caller, stored);
  const part = madePart(stored, index);
  const call = callFor(attempt, caller);
  const target = await targets.open(call, part, `parts.${index}`, stored);
  if (target.make !== undefined) await makeTarget(attempt, stored, target.make, index);
  else if (target.stamp === stored.stamps[index]) await writePage(attempt, stored, { part, target, rows });
  else throw columnsChanged();
  return true;
}

/** Stores what the run has made for a part, and the fingerprint of its columns from then on. */
async function makeTarget<Deps>(
  attempt: Attempt<Deps>,
  stored: StoredImport,
  make: NonNullable<OpenTarget["make"]>,
  index: number,
): Promise<void> {
  await make(async (tx, { stamp, ...made }) => {
    const current = await fenced(tx, attempt, stored);
    const all = { ...current.made, [index]: made };
    const stamps = { ...current.stamps, [index]: stamp };
    const parts = current.parts.map((part) => (part.index === index ? withTable(part, made.table_id) : part));
    joinSet(tx, current, 0);
    const change = { made: all, stamps, parts };
    await tx.query(saveImport(attempt.teamId, stored.id, { ...change, ...changesetOf(tx, stored) }));
    Object.assign(stored, change);
  });
}

/** Names the table that the run has made in the target of a part. */
const withTable = ({ target, ...part }: ImportPart, table_id: string): ImportPart => ({
  ...part,
  target: target === null ? null : { ...target, table_id },
});

/** Returns a part as it is once the run has made its table and columns. */
function madePart({ parts, made: all }: StoredImport, index: number): ImportPart {
  const part = parts[index];
  if (part === undefined) throw new Error("a part of an import is there");
  const made = all[index];
  if (made === undefined) return part;
  const columns = part.columns.map((column) =>
    column.to?.new === undefined ? column : { ...column, to: { column: column.to.new.name } },
  );
  return { ...part, target: { kind: "table", table_id: made.table_id }, columns };
}

/** Makes the changeset of the transaction a page of the set of the import, which the first one begins (trust.sets). */
function joinSet(tx: TeamTx, stored: StoredImport, rows: number): void {
  const { progress } = stored;
  const [setId, summary] = [setIdOf(stored), summaryOf(stored)];
  beginSet(tx, { id: setId, summary, total: progress.total });
  addMember(tx, { setId, summary, done: progress.done + rows });
}

/** Returns the uuid of the set of a run: that of the approved proposal, or that of the import. */
export const setIdOf = ({ id, acting }: StoredImport): string => acting?.proposal ?? id;

/** Returns the line by which people know the set of an import. */
export const summaryOf = ({ name }: StoredImport): string => `Import ${name}`;

/** The set as the API names it: all changesets of the import are its members. */
const changesetOf = ({ changesetId }: TeamTx, stored: StoredImport): { changeset_id: string } => ({
  changeset_id: `${changesetId.slice(0, changesetId.indexOf("_"))}_${setIdOf(stored)}`,
});

interface Page {
  part: ImportPart;
  target: OpenTarget;
  rows: readonly WaitingRow[];
}

async function writePage<Deps>(
  attempt: Attempt<Deps>,
  stored: StoredImport,
  { part, target, rows }: Page,
): Promise<void> {
  await target.write(rows, async (tx, outcomes) => {
    const current = await fenced(tx, attempt, stored);
    const { counts, progress } = current;
    joinSet(tx, current, outcomes.length);
    const withHeaders = outcomes.map((outcome) => ({
      ...outcome,
      errors: outcome.errors.map((fault) => withHeader(fault, part)),
    }));
    await saveStates(tx, stored, part.index, withHeaders);
    const written = outcomes.filter(({ state }) => state === "written").length;
    await tx.query(
      saveImport(attempt.teamId, stored.id, {
        counts: {
          ...counts,
          written: counts.written + written,
          changed: counts.changed + outcomes.length - written,
        },
        progress: { ...progress, done: progress.done + outcomes.length },
        ...(written === 0 ? {} : changesetOf(tx, stored)),
      }),
    );
  });
}
