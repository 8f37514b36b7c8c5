import { addMember, beginSet } from "@jst/changes";
import type { TeamTx } from "@jst/db";
import type { Call } from "@jst/rpc";
import type { ImportColumn, ImportPart, ImportTo, StoredImport } from "./import.ts";
import { requireAccess, requireQuiet, requireRun, requireTargetAccess } from "./may-run.ts";
import type { OpenTarget } from "./target.ts";
import { actingCaller, callFor, columnsChanged, hopOfWork, Superseded, type Attempt } from "./work.ts";

/** A part of a run, and its target as it is now. */
export interface OpenPage {
  part: ImportPart;
  target: OpenTarget;
}

/** Opens a part for a page; throws changeset_conflict if its columns are others than those of the check. */
export async function openPage<Deps>(
  attempt: Attempt<Deps>,
  stored: StoredImport,
  index: number,
  isLinking = false,
): Promise<OpenPage> {
  const page = await openFree(attempt, stored, madePart(stored, index, isLinking));
  if (page.target.stamp !== stored.stamps[index]) throw columnsChanged();
  return page;
}

/** Opens a part that was not checked, for a page that the caller may write now (imports.caller). */
export async function openFree<Deps>(
  attempt: Attempt<Deps>,
  stored: StoredImport,
  part: ImportPart,
): Promise<OpenPage> {
  const call = await callNow(attempt, stored, [part]);
  return { part, target: await attempt.targets.open(call, part, `parts.${part.index}`, stored) };
}

/** Makes the call of a page. Throws 403 unless the caller may still write what the import writes (imports.caller). */
export async function callNow<Deps>(
  attempt: Attempt<Deps>,
  { options, acting }: StoredImport,
  parts: readonly ImportPart[],
): Promise<Call<Deps>> {
  if (attempt.stopped.aborted) throw new Superseded();
  const caller = await actingCaller(attempt, acting);
  requireAccess(attempt.access, caller);
  requireTargetAccess(attempt.targets, caller, parts);
  requireQuiet(caller, options);
  const isApproved = acting?.proposal !== undefined;
  await requireRun(attempt, caller, { isApproved, parts, hop: hopOfWork() });
  return callFor(attempt, caller);
}

/** Reports whether a part has a new column that links to the table of a part. */
export const linksToParts = ({ parts }: Pick<StoredImport, "parts">, index: number): boolean =>
  parts[index]?.columns.some(isToPart) === true;

const isToPart = ({ to }: ImportColumn): boolean => to?.new?.relation?.part !== undefined;

/** Returns a part as it is once the run has made its table and columns, at first without those that link to parts. */
function madePart({ parts, made: all }: StoredImport, index: number, isLinking: boolean): ImportPart {
  const part = parts[index];
  if (part === undefined) throw new Error("a part of an import is there");
  const made = all[index];
  if (made === undefined && !isLinking) return part;
  const columns = part.columns.map((column) => {
    if (column.to?.new === undefined) return column;
    // Nobody writes the cells of a formula.
    if (column.to.new.formula !== undefined) return made === undefined ? column : { ...column, to: null };
    if (isToPart(column) && made?.is_linked !== true)
      return { ...column, to: linkedTo(column.to, parts, all) };
    return made === undefined ? column : { ...column, to: { column: column.to.new.name } };
  });
  const target = made === undefined ? part.target : { kind: "table" as const, table_id: made.table_id };
  return { ...part, target, columns };
}

/** Names the table of the other part in a column that links to it. */
function linkedTo(to: ImportTo, parts: readonly ImportPart[], made: StoredImport["made"]): ImportTo {
  const { part, ...relation } = to.new?.relation ?? {};
  if (to.new === undefined || part === undefined) return to;
  const table_id = made[part]?.table_id ?? parts[part]?.target?.table_id;
  return { new: { ...to.new, relation: { ...relation, ...(table_id === undefined ? {} : { table_id }) } } };
}

/** Makes the changeset of the transaction a page of the set of the import, which the first one begins (trust.sets). */
export function joinSet(tx: TeamTx, stored: StoredImport, rows: number): void {
  const { progress } = stored;
  const [setId, summary] = [setIdOf(stored), summaryOf(stored)];
  beginSet(tx, { id: setId, summary, total: progress.total });
  addMember(tx, { setId, summary, done: progress.done + rows });
}

/** Returns the uuid of the set of a run: that of the approved proposal, or that of the import. */
export const setIdOf = ({ id, acting }: StoredImport): string => acting?.proposal ?? id;

/** Returns the line by which people know the set of an import. */
export const summaryOf = ({ name }: StoredImport): string => `Import ${name}`;

/** Goals that a line names. */
const GOALS_SHOWN = 3;

/** Returns the line of a proposal, which names the tables that the parts go to (imports.propose). */
export function proposedSummary(stored: StoredImport, titles: readonly string[]): string {
  const goals = [...new Set(titles)];
  const shown = goals.slice(0, goals.length > GOALS_SHOWN ? GOALS_SHOWN - 1 : GOALS_SHOWN);
  const last = goals.length > shown.length ? `${goals.length - shown.length} more` : (shown.pop() ?? "");
  return `${summaryOf(stored)} into ${shown.length === 0 ? last : `${shown.join(", ")} and ${last}`}`;
}

/** The set as the API names it: all changesets of the import are its members. */
export const changesetOf = ({ changesetId }: TeamTx, stored: StoredImport): { changeset_id: string } => ({
  changeset_id: `${changesetId.slice(0, changesetId.indexOf("_"))}_${setIdOf(stored)}`,
});
