import type { Row, Statement } from "@jst/db";
import { saveImport } from "../import-queries.ts";
import type { ImportPart, RowFault, StoredImport } from "../import.ts";
import { changesetOf, joinSet, openFree, openPage } from "../pages.ts";
import { withHeader } from "../read-rows.ts";
import type { WaitingRow, WriteOutcome } from "../row-queries.ts";
import { fenced, workContext, type Attempt } from "../work.ts";
import { findNamed, saveLinks, saveNamed, type WaitingNamed } from "./link-queries.ts";
import { waitingLinks, type WaitingLinks } from "./waiting-links.ts";

/** Rows of a page. */
const PAGE_ROWS = 500;

/** Makes the rows that links name, then sets the links of rows that are written, in pages (imports.links). */
export async function linkRows<Deps>(
  attempt: Attempt<Deps>,
  stored: StoredImport,
  parts: readonly number[],
): Promise<void> {
  while (await makeNamed(attempt, stored));
  for (const index of parts) while (await setLinks(attempt, stored, index));
}

/** Makes one page of rows of one table that links name; false if none is left. */
async function makeNamed<Deps>(attempt: Attempt<Deps>, stored: StoredImport): Promise<boolean> {
  const { database, teamId } = attempt;
  const found = findNamed(teamId, stored, PAGE_ROWS);
  const named = await database.read<WaitingNamed>(workContext(teamId), found);
  const [first] = named;
  if (first === undefined) return false;
  const { place, column } = first.goal;
  const { target } = await openFree(attempt, stored, partOf(tableAt(stored, place), column));
  const rows = named.map(({ goal }, row): WaitingRow => {
    const data = { [column]: goal.value };
    return { part: 0, row, verdict: "create", record_id: null, base_version: null, data };
  });
  await target.write(rows, async (tx, outcomes) => {
    const current = await fenced(tx, attempt, stored);
    joinSet(tx, current, outcomes.length);
    // A row that another writer was faster to make is the one that the links name.
    const made = outcomes.map(({ row, record_id, existing_id }) => ({
      key: named[row]?.key ?? "",
      record_id: record_id ?? existing_id ?? null,
    }));
    await saveNamed(tx, stored, made);
    const progress = { ...current.progress, done: current.progress.done + outcomes.length };
    await tx.query(saveImport(teamId, stored.id, { progress, ...changesetOf(tx, stored) }));
  });
  return true;
}

/** The table at a place, which a part may have made. */
function tableAt({ made }: StoredImport, place: string): string {
  const part = /^part (\d+)$/.exec(place)?.[1];
  return (part === undefined ? place : made[part]?.table_id) ?? place;
}

/** A part whose rows have nothing but their name. */
const partOf = (table_id: string, column: string): ImportPart => ({
  ...{ index: 0, name: null, rows: 0, faulty: 0, match: null },
  target: { kind: "table", table_id },
  columns: [
    {
      ...{
        index: 0,
        header: column,
        samples: [],
        empty: 0,
        distinct: 0,
        guess: { type: "text", confidence: 0 },
      },
      ...{ to: { column }, on_empty: "keep", on_error: "reject", on_unknown: "reject", link_by: null },
      ...{ decimal: null, date_order: null, question: null },
    },
  ],
});

/** Sets the links of one page of rows of a part; false if none waits. */
async function setLinks<Deps>(attempt: Attempt<Deps>, stored: StoredImport, index: number): Promise<boolean> {
  const { database, teamId } = attempt;
  const read = <R extends Row>(statement: Statement) => database.read<R>(workContext(teamId), statement);
  const waiting = await waitingLinks({ read, teamId, of: stored }, index, PAGE_ROWS);
  if (waiting.length === 0) return false;
  const { part, target } = await openPage(attempt, stored, index);
  const rows = waiting.flatMap((one) => linkedRow(one, index) ?? []);
  await target.write(rows, async (tx, outcomes) => {
    const current = await fenced(tx, attempt, stored);
    joinSet(tx, current, waiting.length);
    const byRow = new Map(outcomes.map((outcome) => [outcome.row, outcome]));
    const warned = waiting.map((one) => ({
      row: one.row,
      warnings: warningsOf(one, byRow.get(one.row), part),
    }));
    await saveLinks(tx, stored, index, warned);
    const progress = { ...current.progress, done: current.progress.done + waiting.length };
    await tx.query(saveImport(teamId, stored.id, { progress, ...changesetOf(tx, stored) }));
  });
  return true;
}

/** Row of a part as its links change it; undefined for one that was not written, or of which no link has a row. */
function linkedRow(
  { row, state, record_id, base_version, links }: WaitingLinks,
  part: number,
): WaitingRow | undefined {
  if (state !== "written" || record_id === null) return undefined;
  const data: Record<string, unknown> = {};
  for (const [name, own] of Map.groupBy(links, (link) => link.name)) {
    const ids = [...new Set(own.flatMap(({ id }) => id ?? []))];
    if (ids.length > 0) data[name] = own[0]?.is_many === true ? ids : ids[0];
  }
  if (Object.keys(data).length === 0) return undefined;
  return { part, row, verdict: "update", record_id, base_version, data };
}

function warningsOf(
  { state, links }: WaitingLinks,
  outcome: WriteOutcome | undefined,
  part: ImportPart,
): RowFault[] {
  if (state !== "written") return [];
  const message =
    "The row that has this name was not written, so the link is left out. Correct that row, and import again.";
  const absent = links
    .filter(({ id }) => id === null)
    .map(({ name, header, value }) => ({ field: `data.${name}`, header, code: "not_found", message, value }));
  return [...absent, ...(outcome?.errors ?? []).map((fault) => withHeader(fault, part))];
}
