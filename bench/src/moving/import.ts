import { setTimeout as delay } from "node:timers/promises";
import { createTeam } from "../../../dev/src/teams.ts";
import { residentBytes } from "../memory.ts";
import { createTable, mintTokens, post } from "../seed.ts";
import { verdict, type Verdict } from "../verdicts.ts";
import {
  cellsOf,
  emptyTable,
  filledTable,
  NAMES,
  read,
  ROWS,
  secondsSince,
  type MovingBench,
} from "./team.ts";

const WORKING = ["analysing", "checking", "running"];
const MIB = 1_048_576;
/** Goals: rates against batches or against the run, growth of memory, and the tail of other writes. */
const GOALS = { check: 1.5, run: 0.7, undo: 0.5, memory: 128 * MIB, p99: 2 };
const ALONE_MS = 10_000;
const PAUSE_MS = 20;

/** Sets an import of a file, its check and its undo beside batches of the same rows (imports.run). */
export async function runImport(bench: MovingBench): Promise<Verdict[]> {
  const { progress, print, dataPids } = bench;
  const batches = await progress.step(`storing ${ROWS} rows by batches`, () => filledTable(bench, "Batched"));
  const insert = await otherWriter(bench);
  const alone = await writing(insert, delay(ALONE_MS));
  const before = residentBytes(dataPids);
  let memory = before;
  const sampling = setInterval(() => (memory = Math.max(memory, residentBytes(dataPids))), 100);
  const import_ = progress.step(`importing ${ROWS} rows`, () => importAndUndo(bench));
  const beside = await writing(insert, import_);
  clearInterval(sampling);
  const { check, run, undo } = await import_;
  const rate = (seconds: number) => `${(ROWS / seconds).toFixed(0)} rows a second`;
  print(
    `\n${ROWS} rows: batches ${rate(batches.seconds)}, check ${rate(check)}, run ${rate(run)}, undo ${rate(undo)}`,
  );
  const times = (name: string, ratio: number, of: string, goal: number) =>
    verdict(ratio >= goal, `${name} of an import: ${ratio.toFixed(2)}x ${of}, asked for >= ${goal}x`);
  const growth = memory - before;
  const tail = beside / alone;
  return [
    times("the check", batches.seconds / check, "batches", GOALS.check),
    times("the run", batches.seconds / run, "batches", GOALS.run),
    times("the undo", run / undo, "the run", GOALS.undo),
    verdict(
      growth <= GOALS.memory,
      `an import: data has ${(growth / MIB).toFixed(0)} MiB more, asked for <= ${GOALS.memory / MIB}`,
    ),
    verdict(
      tail <= GOALS.p99,
      `inserts of another team beside an import: p99 ${tail.toFixed(2)}x alone (${alone.toFixed(1)} ms), asked for <= ${GOALS.p99}x`,
    ),
  ];
}

/** Imports a file of rows, and takes them back; answers the seconds of each step. */
async function importAndUndo(bench: MovingBench): Promise<{ check: number; run: number; undo: number }> {
  const { fleet, token, owner } = bench;
  const table_id = await emptyTable(bench, "Imported");
  const lines = Array.from({ length: ROWS }, (_, n) => Object.values(cellsOf(n)).join(","));
  const source = { file_id: await upload(bench, `${[NAMES.join(","), ...lines].join("\n")}\n`) };
  const columns = NAMES.map((column, index) => ({ index, to: { column } }));
  const parts = [{ index: 0, target: { kind: "table", table_id }, match: { by: "sku" }, columns }];
  const made = await post(fleet, token, "/api/v1/data/imports", { source, parts });
  const path = `/api/v1/data/imports/${String(made["id"])}`;
  await settled(bench, path, "analysed");
  const checkBegan = performance.now();
  await post(fleet, token, `${path}/check`, {}, 200);
  await settled(bench, path, "ready");
  const check = secondsSince(checkBegan);
  const runBegan = performance.now();
  await post(fleet, token, `${path}/run`, {}, 200);
  const done = await settled(bench, path, "done");
  const run = secondsSince(runBegan);
  const undoBegan = performance.now();
  const undo = await post(fleet, owner, `/api/v1/changesets/${String(done["changeset_id"])}/undo`, {}, 200);
  while (!(await isExecuted(bench, String(undo["id"])))) await delay(100);
  return { check, run, undo: secondsSince(undoBegan) };
}

async function settled(bench: MovingBench, path: string, wanted: string): Promise<Record<string, unknown>> {
  for (;;) {
    const found = (await (await read(bench, path)).json()) as Record<string, unknown>;
    if (found["status"] === wanted) return found;
    if (!WORKING.includes(String(found["status"])))
      throw new Error(`The import is ${JSON.stringify(found)}.`);
    await delay(100);
  }
}

async function isExecuted(bench: MovingBench, changesetId: string): Promise<boolean> {
  const found = (await (await read(bench, `/api/v1/changesets/${changesetId}`)).json()) as Record<
    string,
    unknown
  >;
  return typeof found["executed_at"] === "string";
}

async function upload({ url, token }: MovingBench, text: string): Promise<string> {
  const body = new FormData();
  body.append("file", new Blob([text]), "rows.csv");
  const reply = await fetch(`${url}/api/v1/files`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  return ((await reply.json()) as { id: string }).id;
}

/** Makes a team with a table, into which it inserts a row at a time. */
async function otherWriter({ fleet }: MovingBench): Promise<() => Promise<unknown>> {
  const { slug } = await createTeam(fleet, { slug: `bench-beside-${Date.now().toString(36)}` });
  const [token = ""] = await mintTokens(fleet, slug, 1);
  const id = await createTable(fleet, token, "Notes", [{ name: "text", type: "text" }]);
  return () => post(fleet, token, `/api/v1/data/tables/${id}/rows`, { data: { text: "a" } });
}

/** Inserts again and again until the other work ends; answers the p99 in milliseconds. */
async function writing(insert: () => Promise<unknown>, other: Promise<unknown>): Promise<number> {
  const ended = new AbortController();
  const end = () => ended.abort();
  void other.then(end, end);
  const times: number[] = [];
  while (!ended.signal.aborted) {
    const began = performance.now();
    await insert();
    times.push(performance.now() - began);
    await delay(PAUSE_MS);
  }
  return times.toSorted((one, two) => one - two)[Math.floor(times.length * 0.99)] ?? 0;
}
