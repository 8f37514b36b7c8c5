// Proves: libs/importing/src libs/tabular/src services/data/src/imports libs/changes/src/sets
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { mintHumanToken, newTeam } from "../src/fleet.ts";
import { send } from "../src/http.ts";
import { allOf, asked, kill } from "../src/killing.ts";
import {
  columns,
  largeFile,
  memoryOf,
  NAMES,
  PRESENT,
  presentRows,
  verdictsOfPython,
  type RowVerdict,
} from "../src/large-import.ts";

/** Rows of the file, and the seconds between two kills; 0 kills nothing, for figures. */
const ROWS = Number(process.env.IMPORT_ROWS ?? 250_000);
const KILL_SECONDS = Number(process.env.IMPORT_KILL_SECONDS ?? 5);
const WORKING = ["analysing", "checking", "running"];

interface Import {
  id: string;
  status: string;
  changeset_id: string;
  counts: Record<string, number>;
  error: unknown;
}
interface Listed {
  row: number;
  verdict: string;
  errors: { field: string }[];
}
interface Stored {
  id: string;
  data: Record<string, unknown>;
}

const { slug, token } = await newTeam("imports-kill");
const owner = await mintHumanToken(slug);

/** Begins work and waits for its end while data is killed again and again; answers how long it took, and more. */
async function whileKilled<T>(begin: () => Promise<unknown>, ended: () => Promise<T | undefined>) {
  const start = Date.now();
  let [kills, memory] = [0, 0];
  await begin();
  for (let last = start; ;) {
    memory = Math.max(memory, memoryOf("data"));
    const result = await ended();
    if (result !== undefined) return { result, kills, memory, seconds: (Date.now() - start) / 1_000 };
    await delay(100);
    if (KILL_SECONDS === 0 || Date.now() - last < KILL_SECONDS * 1_000) continue;
    await kill("data");
    [kills, last] = [kills + 1, Date.now()];
  }
}

async function settled(id: string): Promise<Import | undefined> {
  const found = (await asked(token, `data/imports/${id}`)) as unknown as Import;
  return WORKING.includes(found.status) ? undefined : found;
}

const rowsOf = async (tableId: string): Promise<string[]> => {
  const rows = await allOf<Stored>(token, `data/tables/${tableId}/rows?sort=created_at:asc,id:asc`, "rows");
  return rows.map(({ id, data }) => JSON.stringify([id, data]));
};

async function upload(text: string): Promise<string> {
  const body = new FormData();
  body.append("file", new Blob([text]), "large.csv");
  const { status, body: made } = await send({ method: "POST", path: "/api/v1/files", token, body });
  assert.equal(status, 201, JSON.stringify(made));
  return (made as { id: string }).id;
}

/** A table with some rows, and an import of a large file into it. */
async function begun(text: string) {
  const table = (await asked(token, "data/tables", { display_name: "Goods", columns })) as { id: string };
  const present = presentRows();
  for (let at = 0; at < PRESENT; at += 500)
    await asked(token, `data/tables/${table.id}/rows:batch`, { rows: present.slice(at, at + 500) });
  const mapped = NAMES.map((column, index) => ({ index, to: { column } }));
  const target = { kind: "table", table_id: table.id };
  const parts = [{ index: 0, target, match: { by: "sku" }, columns: mapped }];
  const source = { file_id: await upload(text) };
  const made = (await asked(token, "data/imports", { source, parts })) as unknown as Import;
  return { id: made.id, tableId: table.id, present };
}

/** Requires the verdicts of Python on all rows; an error shows the first that differ. */
function requireVerdicts(listed: readonly Listed[], expected: readonly RowVerdict[]): void {
  assert.equal(listed.length, expected.length);
  const verdicts = listed.map(({ row, verdict, errors }): RowVerdict => {
    return [row, verdict, errors.map(({ field }) => field.replace("data.", ""))];
  });
  const others = verdicts
    .map((verdict, at) => [JSON.stringify(verdict), JSON.stringify(expected[at])])
    .filter(([ours, theirs]) => ours !== theirs);
  assert.deepEqual(others.slice(0, 10), []);
}

async function expectedOf(text: string, present: object): Promise<RowVerdict[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "large-import-"));
  try {
    const [file, rows] = [path.join(folder, "large.csv"), path.join(folder, "present.json")];
    await Promise.all([writeFile(file, text), writeFile(rows, JSON.stringify(present))]);
    return await verdictsOfPython(file, rows);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test(
  `${ROWS} rows with faults, data killed again and again: verdicts are Python's, each row is written once, an undo takes all back`,
  { timeout: 3_600_000 },
  async (context) => {
    const report = (name: string, { kills, memory, seconds }: Awaited<ReturnType<typeof whileKilled>>) =>
      context.diagnostic(
        `${name}: ${seconds.toFixed(1)} s, ${kills} kills, data at most ${memory.toFixed(0)} MiB`,
      );
    const text = largeFile(ROWS);
    const idle = memoryOf("data");
    context.diagnostic(`${(text.length / 1_048_576).toFixed(1)} MiB; data idle ${idle.toFixed(0)} MiB`);
    const { id, tableId, present } = await begun(text);
    const before = await rowsOf(tableId);
    const expected = await expectedOf(text, present);
    const count = (verdict: string) => expected.filter(([, one]) => one === verdict).length;

    report(
      "analysis",
      await whileKilled(
        () => Promise.resolve(),
        () => settled(id),
      ),
    );
    const checked = await whileKilled(
      () => asked(token, `data/imports/${id}/check`, {}),
      () => settled(id),
    );
    report("check", checked);
    assert.equal(checked.result.status, "ready", JSON.stringify(checked.result.error));
    const listed = await allOf<Listed>(token, `data/imports/${id}/rows`, "rows");
    requireVerdicts(listed, expected);

    const run = () => asked(token, `data/imports/${id}/run`, { rejected: "leave" });
    const ran = await whileKilled(run, () => settled(id));
    report("run", ran);
    const { status, counts, error } = ran.result;
    assert.equal(status, "done", JSON.stringify(error));
    const written = count("create") + count("update");
    assert.deepEqual([counts["written"], counts["changed"]], [written, 0]);
    assert.equal((await rowsOf(tableId)).length, PRESENT + count("create"));
    const set = await asked(token, `changesets/${ran.result.changeset_id}`);
    assert.equal(set["operation_count"], written);

    let undoId = "";
    const undo = async () => {
      const { id: made } = await asked(owner, `changesets/${ran.result.changeset_id}/undo`, {});
      undoId = String(made);
    };
    const undone = await whileKilled(undo, async () => {
      const found = await asked(token, `changesets/${undoId}`);
      return found["executed_at"] === undefined || found["executed_at"] === null ? undefined : found;
    });
    report("undo", undone);
    assert.deepEqual(await rowsOf(tableId), before);
  },
);
