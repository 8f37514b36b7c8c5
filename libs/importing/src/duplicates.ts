import type { TeamTx } from "@jst/db";
import { ofPart, type ImportPart, type StoredImport } from "./import.ts";
import { keysOf, refusedKey } from "./read-rows.ts";
import { claimKeys, type JudgedRow } from "./row-queries.ts";
import type { OpenTarget, ReadRow } from "./target.ts";

/** Fault of a row whose unique value an earlier row has. */
interface Duplicate {
  field: string;
  code: "duplicate_in_source";
  message: string;
}

/**
 * Finds rows of a page with a unique value that an earlier row of the source has, by their place in the page. A row
 * that is rejected or skipped takes no value from a later one; its refused keys explain links to it.
 */
export async function duplicates(
  tx: TeamTx,
  stored: StoredImport,
  { part, target }: { part: ImportPart; target: OpenTarget },
  rows: readonly ReadRow[],
  verdicts: readonly JudgedRow[],
): Promise<Map<number, Duplicate[]>> {
  const keys = rows.map((row) => keysOf(row, target.place ?? `part ${part.index}`, target.columns));
  const claimed = keys.flatMap((own, at) => {
    const { verdict, row = 0 } = verdicts[at] ?? {};
    const isTaken = verdict === "create" || verdict === "update" || verdict === "unchanged";
    return [...own.values()].map((key) => ({ key: isTaken ? key : refusedKey(key), row }));
  });
  const wanted = keys.flatMap((own) => [...own.values()]);
  const holders = await claimKeys(tx, stored, part.index, { claimed, wanted });
  const byKey = new Map(holders.map((holder) => [holder.key, holder]));
  const found = new Map<number, Duplicate[]>();
  for (const [at, own] of keys.entries()) {
    const verdict = verdicts[at];
    if (verdict === undefined || verdict.verdict === "skip") continue;
    const faults = [...own].flatMap(([field, key]) => {
      const holder = byKey.get(key);
      const isOwn = holder?.row === verdict.row && holder.part === part.index;
      if (holder === undefined || isOwn) return [];
      const here = holder.part === part.index ? verdicts.find(({ row }) => row === holder.row) : undefined;
      const line = here?.line ?? holder.line;
      const message = `Line ${line}${ofPart(stored.parts, holder.part)} has the same value. Leave out one of them.`;
      return [{ field, code: "duplicate_in_source" as const, message }];
    });
    if (faults.length > 0) found.set(at, faults);
  }
  return found;
}
