import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { allOf } from "../../testing/opened.ts";
import { seeded } from "../../testing/tables.ts";
import { columnName, escapedXml, workbookOf } from "../../testing/workbooks.ts";
import { openSource, type Cell, type Row, type Source } from "../index.ts";

/** Reads each workbook of a folder with openpyxl: rows with a value, by their number. */
const PYTHON = `
import datetime, json, pathlib, sys
from openpyxl import load_workbook

def told(value):
    if isinstance(value, datetime.datetime):
        day = value.date().isoformat()
        return {"date": day if value.time() == datetime.time() else value.isoformat()}
    return {"date": value.isoformat()} if isinstance(value, datetime.date) else value

for file in sorted(pathlib.Path(sys.argv[1]).glob("*.xlsx")):
    rows = load_workbook(file, data_only=True).active.iter_rows(values_only=True)
    cells = [[at + 1, *map(told, row)] for at, row in enumerate(rows)]
    print(json.dumps([row for row in cells if any(cell is not None for cell in row[1:])]))
`;
const hasOpenpyxl = spawnSync("python3", ["-c", "import openpyxl"]).status === 0;

const FORMATS = [14, 22, "yyyy\\-mm\\-dd;@", '#,##0.00\\ "€"', "[$-407]d. mmm yyyy", "dd.mm.yyyy hh:mm:ss"];
const STRINGS = ["one", "Ünï & <x>", " outer ", "a\nb", "😀", "=1+1", "007"];
const COLUMNS = 6;

/** Makes a sheet of cells of every kind, with gaps between rows and cells and some merged ranges. */
function randomSheet(below: (count: number) => number): { data: string; behind: string } {
  let [line, data] = [0, ""];
  for (let row = 0; row < 12; row += 1) {
    line += 1 + (below(4) === 0 ? below(5) : 0);
    const cells = Array.from({ length: COLUMNS }, (_, column) =>
      below(4) === 0 ? "" : randomCell(below, `${columnName(column)}${line}`),
    );
    data += `<row r="${line}">${cells.join("")}</row>`;
  }
  const top = 2 + below(6);
  const merged =
    below(2) === 0 ? "" : `<mergeCells><mergeCell ref="B${top}:D${top + below(3)}"/></mergeCells>`;
  return { data, behind: merged };
}

function randomCell(below: (count: number) => number, place: string): string {
  const text = STRINGS[below(STRINGS.length)] ?? "";
  switch (below(7)) {
    case 0:
      return `<c r="${place}" t="s"><v>${below(STRINGS.length)}</v></c>`;
    case 1:
      return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapedXml(text)}</t></is></c>`;
    case 2:
      return `<c r="${place}" t="b"><v>${below(2)}</v></c>`;
    case 3:
      return `<c r="${place}" t="str"><f>A1</f><v>${escapedXml(text)}</v></c>`;
    case 4:
      return `<c r="${place}" s="4"><v>${below(1_000) / 8}</v></c>`;
    case 5:
      return `<c r="${place}" s="${[1, 3, 5][below(3)]}"><v>${61 + below(90_000)}</v></c>`;
    default:
      return `<c r="${place}" s="${[2, 6][below(2)]}"><v>${61 + below(90_000)}.${["25", "5", "75"][below(3)]}</v></c>`;
  }
}

/** A row without the empty cells at its end. */
function trimmed(row: readonly unknown[]): unknown[] {
  const last = row.findLastIndex((cell) => cell !== null);
  return row.slice(0, last + 1);
}

function rowsOf({ parts: [part] }: Source): AsyncIterable<Row> {
  assert.ok(part !== undefined);
  return part.rows();
}

test(
  "random workbooks of both epochs have the rows that openpyxl finds",
  { skip: !hasOpenpyxl },
  async () => {
    const below = seeded(21);
    const folder = await mkdtemp(path.join(tmpdir(), "jst-openpyxl-"));
    try {
      const own: unknown[][][] = [];
      for (let round = 0; round < 100; round += 1) {
        const sheets = [{ name: "S", ...randomSheet(below) }];
        const file = path.join(folder, `${String(round).padStart(3, "0")}.xlsx`);
        await writeFile(
          file,
          workbookOf({ sheets, strings: STRINGS, formats: FORMATS, is1904: below(2) === 0 }),
        );
        const source = await openSource({ path: file }, { header: false });
        const rows = await allOf(rowsOf(source));
        assert.deepEqual(
          rows.flatMap(({ faults }) => faults),
          [],
        );
        own.push(rows.map(({ line, cells }): (number | Cell)[] => [line, ...cells]).map(trimmed));
        await source.close();
      }
      const { stdout, stderr } = spawnSync("python3", ["-W", "ignore", "-c", PYTHON, folder], {
        encoding: "utf8",
        maxBuffer: 1e9,
      });
      assert.equal(stderr, "");
      const theirs = stdout
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as unknown[][]).map(trimmed));
      assert.deepEqual(own, theirs);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
