import { listLeft, type Row, type Statement } from "@jst/db";
import type { Fault } from "../gen/rpc.ts";

/** Row whose texts are not in NFC, as another row has that value (conventions.normalization). */
export interface UnnormalizedRow {
  relation: string;
  id: string;
  columns: string[];
  found_at: string;
}

/** Lists rows of the team whose texts are not in NFC. */
export async function unnormalizedOf(
  read: <R extends Row>(statement: Statement) => Promise<R[]>,
  teamId: string,
): Promise<UnnormalizedRow[]> {
  const rows = await read<Omit<UnnormalizedRow, "id"> & { key: string[] } & Row>(listLeft(teamId));
  return rows.map(({ relation, key, columns, found_at }) => ({
    relation,
    id: key.join("/"),
    columns,
    found_at,
  }));
}

/** Makes a fault of rows whose texts are not in NFC; none without such rows. */
export function unnormalizedFaults(rows: readonly UnnormalizedRow[]): Fault[] {
  if (rows.length === 0) return [];
  const places = [...new Set(rows.map(({ relation, columns }) => `${relation} (${columns.join(", ")})`))];
  const number = rows.length === 1 ? "A value is" : `${rows.length} values are`;
  return [
    {
      component: "normalization",
      state: "failing",
      reason: `${number} stored in decomposed letters, as another has the same value in composed letters: ${places.slice(0, 5).join("; ")}.`,
      remedy:
        "Change or delete one of the two values; within an hour the other one is stored in composed letters. Your administrator lists them by `jst data unnormalized`.",
      since: rows.map((row) => row.found_at).sort()[0] ?? null,
      path: rows.some(({ relation }) => relation === "contacts") ? "/contacts/duplicates" : null,
    },
  ];
}
