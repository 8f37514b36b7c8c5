import type { Call, FileShape } from "@jst/rpc";
import { labelOf, type Column } from "@jst/tabular";
import { sourceText, type Cell } from "@jst/tabular/read";
import { PART_COLUMN, verdictColumns, VERDICT_COLUMNS } from "@jst/tabular/verdict-columns";
import { latinWords } from "@jst/values";
import type { ImportPart, RowFault, StoredImport } from "./import.ts";
import { found, type RowParameters } from "./reads.ts";

/** Row of an import as a file has it. */
interface FileRow {
  part: number;
  errors: RowFault[];
  cells: Cell[];
}

/** Longest name of a file, without its date. */
const NAME_MAX = 100;

const leading = (key: string, kind: Column["kind"]): Column => ({
  key,
  kind,
  label: labelOf(key),
  path: [key],
});

/**
 * Makes the columns of the file of the rows of an import (imports.rows-file): the verdicts, and then the cells of the
 * source under its own headers. A corrected file can be imported again.
 */
export async function importRowsFile(
  id: string,
  { part: wanted, verdict }: RowParameters,
  call: Pick<Call<unknown>, "read" | "caller">,
): Promise<FileShape> {
  const { parts } = await found(call, id);
  const shown = parts.filter(({ index, target }) =>
    wanted === undefined ? target !== null : index === wanted,
  );
  const columns = [
    ...(shown.length > 1 ? [{ ...leading(PART_COLUMN, "text"), shown: nameIn(parts) }] : []),
    ...VERDICT_COLUMNS.map((key) =>
      key === "reasons"
        ? { ...leading(key, "text"), path: ["errors"], shown: reasonsOf }
        : leading(key, key === "verdict" ? "text" : "number"),
    ),
    ...sourceColumns(shown),
  ];
  const [one] = wanted === undefined || parts.length === 1 ? [] : shown;
  const words = [verdict === "reject" ? "rejected_rows" : "import_rows", ...latinWords(one?.name ?? "")];
  return { name: words.join("_").slice(0, NAME_MAX), columns };
}

const nameIn = (parts: StoredImport["parts"]) => (part: unknown) => parts[part as number]?.name;

const reasonsOf = (errors: unknown): string =>
  (errors as RowFault[])
    .map(({ header, message }) => (header === null ? message : `${header}: ${message}`))
    .join(" ");

/** Lists the columns of parts by their headers: the second of equal ones stands for the second of each part. */
function sourceColumns(parts: readonly ImportPart[]): Column[] {
  const places = new Map<string, { header: string; byPart: Map<number, number> }>();
  for (const { index: part, columns } of parts) {
    const counts = new Map<string, number>();
    // A file of verdicts that is imported again has new ones.
    const own = columns.slice(verdictColumns(columns.map(({ header }) => header)));
    for (const { header, index } of own) {
      const count = (counts.get(header) ?? 0) + 1;
      counts.set(header, count);
      const place = `${count} ${header}`;
      const known = places.get(place) ?? { header, byPart: new Map<number, number>() };
      known.byPart.set(part, index);
      places.set(place, known);
    }
  }
  const named = [...places.values()].map(({ header, byPart }): Column => ({
    ...{ key: header, label: header, kind: "text", isVerbatim: true, path: [] },
    shown: (item) => {
      const { part, cells } = item as FileRow;
      return cellOf(cells[byPart.get(part) ?? -1]);
    },
  }));
  return [...named, restOf(parts)];
}

/** Shows a cell of the source; numbers and truths stay such. */
function cellOf(cell: Cell | undefined): unknown {
  if (cell === undefined || cell === null) return null;
  return typeof cell === "object" ? sourceText(cell) : cell;
}

/** Column of the cells of rows that have more of them than the source has columns. */
function restOf(parts: readonly ImportPart[]): Column {
  const widths = new Map(parts.map(({ index, columns }) => [index, columns.length]));
  return {
    ...{ key: "", label: "", kind: "list", isRest: true, path: [] },
    shown: (item) => {
      const { part, cells } = item as FileRow;
      return cells.slice(widths.get(part)).map(sourceText);
    },
  };
}
