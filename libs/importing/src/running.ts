import { endSet } from "@jst/changes";
import { saveImport } from "./import-queries.ts";
import { loadFiles } from "./airtable/load-files.ts";
import { storeFiles } from "./files/store-files.ts";
import type { ImportPart, RowFault, StoredImport } from "./import.ts";
import { linkRows } from "./links/set-links.ts";
import { noticeEnd } from "./notice-end.ts";
import { changesetOf, joinSet, linksToParts, openPage, setIdOf, type OpenPage } from "./pages.ts";
import { withHeader } from "./read-rows.ts";
import { countRows, countsOf } from "./row-counts.ts";
import { addWarnings, findWaiting, saveStates, type WaitingRow } from "./row-queries.ts";
import type { OpenTarget } from "./target.ts";
import { fenced, workContext, type Attempt } from "./work.ts";

/** Rows and bytes of a page. */
const PAGE = { rows: 500, bytes: 4_194_304 };

/** Writes the rows of an import that wait, page by page, each page as the caller is then (imports.run). */
export async function run<Deps>(attempt: Attempt<Deps>, stored: StoredImport): Promise<void> {
  const parts = stored.parts.filter(({ target }) => target !== null).map(({ index }) => index);
  // Columns that link to the table of another part come after all tables.
  for (const isLinking of [false, true])
    for (const index of parts) await makePart(attempt, stored, index, isLinking);
  await storeFiles(attempt, stored);
  for (const index of parts) while (await runPage(attempt, stored, index));
  await linkRows(attempt, stored, parts);
  await attempt.database.write(workContext(attempt.teamId), async (tx) => {
    const current = await fenced(tx, attempt, stored);
    const { new_choices, new_rows, new_files } = current.counts;
    const judged = countsOf(await tx.query(countRows(attempt.teamId, stored)));
    const counts = { ...judged, new_choices, new_rows, ...(new_files !== undefined && { new_files }) };
    await tx.query(saveImport(attempt.teamId, stored.id, { status: "done", counts }));
    endSet(tx, setIdOf(stored));
    noticeEnd(tx, attempt, current, "done");
  });
}

/** Makes the table of a part, or what its table does not have: at first without columns that link to other parts. */
async function makePart<Deps>(
  attempt: Attempt<Deps>,
  stored: StoredImport,
  index: number,
  isLinking: boolean,
): Promise<void> {
  const made = stored.made[index];
  if (isLinking && (!linksToParts(stored, index) || made?.is_linked === true)) return;
  if (!isLinking && made !== undefined) return;
  const isNew = stored.parts[index]?.target?.kind === "new_table";
  if (!isNew && !(await hasWaiting(attempt, stored, index))) return;
  const { target } = await openPage(attempt, stored, index, isLinking);
  const is_linked = isLinking || !linksToParts(stored, index);
  if (target.make !== undefined) await makeTarget(attempt, stored, target.make, { index, is_linked });
}

async function hasWaiting<Deps>(
  { database, teamId }: Attempt<Deps>,
  stored: StoredImport,
  index: number,
): Promise<boolean> {
  const one = findWaiting(teamId, stored, index, { ...PAGE, rows: 1 });
  return (await database.read(workContext(teamId), one)).length > 0;
}

/** Writes one page of a part; false if no row of it waits. */
async function runPage<Deps>(attempt: Attempt<Deps>, stored: StoredImport, index: number): Promise<boolean> {
  const { database, teamId } = attempt;
  const context = workContext(teamId);
  const rows = await database.read<WaitingRow>(context, findWaiting(teamId, stored, index, PAGE));
  if (rows.length === 0) return false;
  const page = { ...(await openPage(attempt, stored, index)), rows };
  const loaded = await loadFiles(attempt, stored, page);
  // Downloads take a while, in which the caller may have lost the right to write.
  if (loaded === undefined) await writePage(attempt, stored, { ...page, warned: [] });
  else await writePage(attempt, stored, { ...(await openPage(attempt, stored, index)), ...loaded });
  return true;
}

/** Stores what the run has made for a part, and the fingerprint of its columns from then on. */
async function makeTarget<Deps>(
  attempt: Attempt<Deps>,
  stored: StoredImport,
  make: NonNullable<OpenTarget["make"]>,
  { index, is_linked }: { index: number; is_linked: boolean },
): Promise<void> {
  await make(async (tx, { stamp, ...made }) => {
    const current = await fenced(tx, attempt, stored);
    const all = { ...current.made, [index]: { ...made, is_linked } };
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

interface Page extends OpenPage {
  rows: readonly WaitingRow[];
  /** Warnings about files that the rows lack. */
  warned: readonly { row: number; warnings: RowFault[] }[];
}

async function writePage<Deps>(
  attempt: Attempt<Deps>,
  stored: StoredImport,
  { part, target, rows, warned }: Page,
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
    await addWarnings(tx, stored, part.index, warned);
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
