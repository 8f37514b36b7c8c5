import { median } from "../spread.ts";
import { verdict, type Verdict } from "../verdicts.ts";
import { filledTable, read, ROWS, secondsSince, walk, type MovingBench } from "./team.ts";

const ROUNDS = 3;
const RATIO_MIN = 2;

/** Sets the file of a list beside a walk through its pages (moving.items). */
export async function runCsv(bench: MovingBench): Promise<Verdict[]> {
  const { progress, print } = bench;
  const { id } = await progress.step(`storing ${ROWS} rows`, () => filledTable(bench, "Listed"));
  const path = `/api/v1/data/tables/${id}/rows`;
  const [files, walks]: [number[], number[]] = [[], []];
  await progress.step("reading them as a file and by pages", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      files.push(await seconds(async () => (await countLines(bench, `${path}?format=csv`)) - 1));
      walks.push(await seconds(() => walk(bench, path, "rows")));
    }
  });
  const ratio = median(walks) / median(files);
  const rate = (times: number[]) => `${(ROWS / median(times)).toFixed(0)} rows a second`;
  const text = `a list of ${ROWS} rows as CSV: ${rate(files)}, ${ratio.toFixed(2)}x a walk by pages (${rate(walks)})`;
  print(`\n${text}`);
  return [verdict(ratio >= RATIO_MIN, `${text}, asked for >= ${RATIO_MIN}x`)];
}

async function countLines(bench: MovingBench, path: string): Promise<number> {
  let lines = 0;
  const { body } = await read(bench, path);
  if (body === null) throw new Error("The file has no body.");
  for await (const chunk of body) for (const byte of chunk as Uint8Array) if (byte === 10) lines += 1;
  return lines;
}

/** Measures work that answers how many rows it has read, which must be all. */
async function seconds(work: () => Promise<number>): Promise<number> {
  const began = performance.now();
  const rows = await work();
  if (rows !== ROWS) throw new Error(`${rows} of ${ROWS} rows were read.`);
  return secondsSince(began);
}
