import type { TeamTx } from "@jst/db";
import { sourceText, type Part, type Row } from "@jst/tabular/read";
import { duplicates } from "./duplicates.ts";
import { insertFiles } from "./files/file-queries.ts";
import { paced } from "./guessed-parts.ts";
import { saveImport } from "./import-queries.ts";
import type { AddedChoices, ImportPart, StoredImport } from "./import.ts";
import { insertLinks } from "./links/link-queries.ts";
import { settleLinks } from "./links/settle-links.ts";
import { lossesOf } from "./confirming.ts";
import { withSource } from "./pinned-source.ts";
import { isLeftOut, mappedRow, withHeader, type MappedRow } from "./read-rows.ts";
import { countRows, countsOf } from "./row-counts.ts";
import { findJudged, insertRows, removeFormer, type JudgedRow } from "./row-queries.ts";
import { mayRun } from "./may-run.ts";
import type { Judgement, OpenTarget } from "./target.ts";
import { actingCaller, callFor, fenced, Superseded, workContext, type Attempt, hopOfWork } from "./work.ts";

/** Rows and characters of a page. */
export const PAGE_ROWS = 500;
const PAGE_CHARS = 2_097_152;

/** Judges every row of an import that has no verdict yet, and writes none (imports.check). */
export async function check<Deps>(attempt: Attempt<Deps>, stored: StoredImport): Promise<void> {
  const { database, teamId } = attempt;
  const context = workContext(teamId);
  while ((await database.write(context, (tx) => removeFormer(tx, stored))).result) stopIfAsked(attempt);
  const caller = await actingCaller(attempt, stored.acting);
  const call = callFor(attempt, caller);
  const judged = await database.read<{ part: number; row: number }>(context, findJudged(teamId, stored));
  const last = new Map(judged.map(({ part, row }) => [part, row]));
  const stamps: Record<string, string> = {};
  const plan = { ...stored };
  await withSource(attempt, context, stored, async (source) => {
    for (const part of stored.parts) {
      const rows = source.parts[part.index];
      if (part.target === null || rows === undefined) continue;
      const target = await attempt.targets.open(call, part, `parts.${part.index}`, plan);
      stamps[part.index] = target.stamp;
      for await (const page of pagesOf(rows, teamId, last.get(part.index) ?? 0)) {
        stopIfAsked(attempt);
        plan.adds = await judgePage(attempt, stored, { part, target }, page);
      }
    }
  });
  const canRun = await mayRun(attempt, caller, { parts: stored.parts, hop: hopOfWork() });
  await database.write(context, async (tx) => {
    const current = await fenced(tx, attempt, stored);
    const { linked, named, files } = await settleLinks(tx, stored);
    const new_choices = Object.values(current.adds).flat().length;
    const judgedCounts = countsOf(await tx.query(countRows(teamId, stored)));
    const counts = { ...judgedCounts, new_choices, new_rows: named, new_files: files };
    const progress = { done: 0, total: counts.create + counts.update + linked + named + files };
    await tx.query(saveImport(teamId, stored.id, { status: "ready", stamps, counts, progress }));
    const isLossless = lossesOf(current.parts).length === 0;
    if (current.run_when_clean && counts.reject === 0 && canRun && isLossless)
      await tx.query(saveImport(teamId, stored.id, { status: "running" }));
  });
}

function stopIfAsked({ stopped }: Pick<Attempt<never>, "stopped">): void {
  if (stopped.aborted) throw new Superseded();
}

/** Reads the rows of a part behind one, in pages. */
async function* pagesOf(part: Part, teamId: string, behind: number): AsyncGenerator<Row[]> {
  let page: Row[] = [];
  let chars = 0;
  for await (const row of paced(part.rows(), teamId)) {
    if (row.row <= behind) continue;
    page.push(row);
    chars += row.cells.reduce<number>((sum, cell) => sum + sourceText(cell).length, 0);
    if (page.length < PAGE_ROWS && chars < PAGE_CHARS) continue;
    yield page;
    [page, chars] = [[], 0];
  }
  if (page.length > 0) yield page;
}

interface CheckedPart {
  part: ImportPart;
  target: OpenTarget;
}

/** Judges and stores the rows of a page; answers the choices that the import adds with them. */
async function judgePage<Deps>(
  attempt: Attempt<Deps>,
  stored: StoredImport,
  { part, target }: CheckedPart,
  page: readonly Row[],
): Promise<AddedChoices> {
  await target.prepare?.(page, stored.options);
  let adds: AddedChoices = {};
  const rows = page.map((row) => mappedRow(row, part, target.columns, stored.options));
  // A row that cannot be read has no cells to judge.
  const readable = rows.filter((_, at) => page[at]?.faults.every((fault) => isLeftOut(part, fault)));
  await target.judge(readable, async (tx, judgements) => {
    const current = await fenced(tx, attempt, stored);
    const found = new Map(judgements.map((one) => [one.row, one]));
    const verdicts = rows.map((row) => verdictOf(part, row, found.get(row.row)));
    await refuseDuplicates(tx, stored, { part, target }, rows, verdicts);
    await insertRows(tx, stored, verdicts);
    const accepted = rows.filter((_, at) => isAccepted(verdicts[at]));
    await insertLinks(tx, stored, part.index, accepted);
    const changing = rows.filter((_, at) => verdicts[at]?.state === "waiting");
    await insertFiles(tx, stored, target.files?.(changing) ?? []);
    adds = target.added?.(current.adds, accepted) ?? current.adds;
    const progress = { ...current.progress, done: current.progress.done + rows.length };
    await tx.query(saveImport(attempt.teamId, stored.id, { progress, adds }));
  });
  return adds;
}

const isAccepted = (row: JudgedRow | undefined): boolean =>
  row !== undefined && row.verdict !== "reject" && row.verdict !== "skip";

function verdictOf(part: ImportPart, row: MappedRow, judgement: Judgement | undefined): JudgedRow {
  const isSkipped = judgement?.verdict === "skip";
  const read = new Set(row.errors.map(({ field }) => field));
  const further = (judgement?.errors ?? []).filter(({ field }) => !read.has(field));
  const errors = isSkipped ? [] : [...row.errors, ...further.map((fault) => withHeader(fault, part))];
  const verdict = errors.length > 0 ? "reject" : (judgement?.verdict ?? "reject");
  return {
    part: part.index,
    row: row.row,
    line: row.line,
    verdict,
    state: verdict === "create" || verdict === "update" ? "waiting" : "left",
    record_id: judgement?.recordId ?? null,
    base_version: judgement?.version ?? null,
    data: row.data,
    cells: row.cells,
    errors,
    warnings: [...row.warnings, ...(judgement?.warnings ?? []).map((fault) => withHeader(fault, part))],
  };
}

/** Rejects rows with a unique value that an earlier row of the source has (imports.duplicates). */
async function refuseDuplicates(
  tx: TeamTx,
  stored: StoredImport,
  { part, target }: CheckedPart,
  rows: readonly MappedRow[],
  verdicts: JudgedRow[],
): Promise<void> {
  const found = await duplicates(tx, stored, { part, target }, rows, verdicts);
  for (const [at, faults] of found) {
    const verdict = verdicts[at];
    if (verdict === undefined) continue;
    const places = new Set(faults.map(({ field }) => field));
    const others = verdict.errors.filter(({ field, code }) => !(code === "duplicate" && places.has(field)));
    verdict.errors = [...others, ...faults.map((fault) => withHeader(fault, part))];
    verdict.verdict = "reject";
    verdict.state = "left";
  }
}
