import type { Fleet } from "../../../dev/src/component.ts";
import type { Progress } from "../../../dev/src/progress.ts";
import { createTable, post } from "../seed.ts";

/** Running fleet with a team whose rows are moved in and out, and where the runs report. */
export interface MovingBench {
  fleet: Fleet;
  /** Address of the gateway. */
  url: string;
  token: string;
  /** Token of an owner, who may undo. */
  owner: string;
  /** Processes of the service data. */
  dataPids: readonly number[];
  progress: Progress;
  print: (text: string) => void;
}

/** Rows that are moved. */
export const ROWS = 250_000;
/** Rows of a batch and of a page of a list. */
const PAGE = 500;

export const NAMES = ["sku", "title", "size", "made"];
const columns = [
  { name: "sku", type: "text", unique: true },
  { name: "title", type: "text", required: true },
  { name: "size", type: "number" },
  { name: "made", type: "date" },
];

/** Returns the cells of a row. */
export function cellsOf(n: number): Record<string, string | number> {
  const made = new Date(Date.UTC(2020, 0, 1 + (n % 2_000))).toISOString().slice(0, 10);
  return { sku: `k${n}`, title: `Title ${n}`, size: n + 0.25, made };
}

/** Makes a table without rows. */
export const emptyTable = ({ fleet, token }: MovingBench, name: string): Promise<string> =>
  createTable(fleet, token, name, columns);

/** Makes a table, fills it by batches, one after another, and answers it with the seconds that they took. */
export async function filledTable(
  bench: MovingBench,
  name: string,
): Promise<{ id: string; seconds: number }> {
  const { fleet, token } = bench;
  const id = await emptyTable(bench, name);
  const began = performance.now();
  for (let at = 0; at < ROWS; at += PAGE) {
    const rows = Array.from({ length: PAGE }, (_, n) => ({ data: cellsOf(at + n) }));
    await post(fleet, token, `/api/v1/data/tables/${id}/rows:batch`, { rows }, 200);
  }
  return { id, seconds: secondsSince(began) };
}

export const secondsSince = (began: number): number => (performance.now() - began) / 1_000;

/** Reads a path; a reply that is not a success is an error. */
export async function read({ url, token }: MovingBench, path: string): Promise<Response> {
  const reply = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!reply.ok) throw new Error(`GET ${path} was answered ${reply.status} ${await reply.text()}`);
  return reply;
}

/** Reads a list by pages, one after another; answers how many items it has. */
export async function walk(bench: MovingBench, path: string, plural: string): Promise<number> {
  let items = 0;
  for (let cursor = ""; ;) {
    const page = (await (await read(bench, `${path}?limit=${PAGE}${cursor}`)).json()) as Record<
      string,
      unknown
    >;
    items += (page[plural] as unknown[]).length;
    if (page["has_more"] !== true) return items;
    cursor = `&cursor=${String(page["next_cursor"])}`;
  }
}
