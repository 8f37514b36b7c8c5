// Proves: libs/tabular/src
import { parse } from "csv-parse/sync";
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { fleet, newTeam } from "../src/fleet.ts";
import { makerOf } from "../src/make.ts";
import { pathOf, type Ids } from "../src/path-ids.ts";
import { nameOf, registry, type Rpc } from "../src/registry.ts";
import { makeWorld } from "../src/world.ts";

// LibreOffice opens the file of each list (moving.files, moving.neutral).
const hasOffice = spawnSync("soffice", ["--version"]).status === 0;
const skip = hasOffice ? false : "LibreOffice is not installed: apt install libreoffice-calc";
const run = promisify(execFile);

const lists = registry.filter(
  (rpc): rpc is Rpc & { list: string } => rpc.list !== null && rpc.access !== "member",
);
const FORMULA = "=cmd|'/C calc'!A1";

let token = "";
let ids: Ids;
let folder = "";
before(async () => {
  const team = await newTeam("list-files-office");
  ({ token } = team);
  ids = await makeWorld(token, team.slug);
  await makerOf(token)("/api/v1/contacts", {
    first_name: FORMULA,
    last_name: "00042",
    phone: "+493012345678",
  });
  folder = await mkdtemp(path.join(tmpdir(), "list-files-"));
  await mkdir(path.join(folder, "out"));
});
after(() => rm(folder, { recursive: true }));

/** Stores the file of a list, and answers its path. */
async function stored(name: string, place: string, format: string): Promise<string> {
  const query = `${place.includes("?") ? "&" : "?"}format=${format}&headers=key`;
  const answer = await fetch(`${fleet().base_url}${place}${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(answer.status, 200, `${place} as ${format}`);
  const file = path.join(folder, `${name.replace("/", ".")}-${format}.${format}`);
  await writeFile(file, new Uint8Array(await answer.arrayBuffer()));
  return file;
}

/** Opens files with LibreOffice, and answers the cells of each, as formulas where it takes a cell for one. */
async function opened(files: readonly string[]): Promise<string[][][]> {
  // Comma, quotes, UTF-8, from line 1, no locale, quoted texts only where needed, values as shown, formulas as such.
  const filter = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true";
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  // A CSV is read as a person does who confirms what the dialog offers, in English.
  const reading = "--infilter=CSV:44,34,76,1,,1033,false,true";
  for (const kind of ["csv", "xlsx"]) {
    const own = files.filter((file) => file.endsWith(kind));
    const options = [profile, "--headless", ...(kind === "csv" ? [reading] : []), "--convert-to", filter];
    await run("soffice", [...options, "--outdir", path.join(folder, "out"), ...own], { timeout: 300_000 });
  }
  return Promise.all(files.map((file) => cellsOf(path.join(folder, "out", `${path.parse(file).name}.csv`))));
}

const cellsOf = async (file: string): Promise<string[][]> =>
  parse(await readFile(file, "utf8"), { relax_column_count: true });

describe("LibreOffice opens the file of each list", { skip, timeout: 600_000 }, () => {
  test("as CSV and as a workbook, with every cell and no formula", async () => {
    const files: string[] = [];
    for (const rpc of lists) {
      const place = pathOf(rpc.bindings[0]?.path ?? "", ids);
      files.push(await stored(nameOf(rpc), place, "csv"), await stored(nameOf(rpc), place, "xlsx"));
    }
    const sheets = await opened(files);
    const faults: string[] = [];
    for (const [at, file] of files.entries()) {
      const written = await cellsOf(file.replace("-xlsx.xlsx", "-csv.csv"));
      const isBook = file.endsWith("xlsx");
      const cells = sheets[at] ?? [];
      if (cells.length !== written.length) faults.push(`${file}: ${cells.length} of ${written.length} lines`);
      for (const [line, row] of written.entries())
        for (const [column, cell] of row.entries()) {
          const seen = cells[line]?.[column] ?? "";
          if (!isSame(seen, cell, isBook))
            faults.push(`${path.basename(file)} ${line}.${column}: ${seen} for ${cell}`);
        }
    }
    assert.deepEqual(
      [...new Map(faults.map((one) => [one.replace(/ \d+\./, " ").slice(0, 60), one])).values()].slice(0, 60),
      [],
    );
  });
});

/**
 * Compares a cell as LibreOffice shows it with that of the CSV. Of a CSV it takes digits for a number; a workbook has
 * instants without a zone, formats of amounts and percentages, and no ' before a text.
 */
function isSame(seen: string, cell: string, isBook: boolean): boolean {
  const text = isBook && /^'[=+\-@\t\r\n']/.test(cell) ? cell.slice(1) : cell;
  if (seen === text || (/^(?:true|false)$/.test(cell) && seen.toLowerCase() === cell)) return true;
  if (isBook) {
    const [, formatted] = /^(-?[\d,]+(?:\.\d+)?)(?: [A-Z]{3}|%)$/.exec(seen) ?? [];
    if (formatted !== undefined) return Number(formatted.replaceAll(",", "")) === Number(cell);
    return /^\d{4}-.*Z$/.test(cell) && Date.parse(`${seen.replace(" ", "T")}Z`) === Date.parse(cell);
  }
  return /^\+?[\d.]+$/.test(cell) && Number(seen) === Number(cell);
}
