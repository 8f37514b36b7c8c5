import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What `make up` leaves in fleet.json (architecture 5). */
export interface Fleet {
  base_url: string;
  team: { id: string; slug: string };
  tokens: { service: string; human: string; break_glass: string };
  components: Record<string, { pid: number; url: string; log: string }>;
}

/** The running fleet under test, read anew: a restarted component has another pid. */
export function fleet(): Fleet {
  const file = process.env.E2E_FLEET;
  if (file === undefined) throw new Error("E2E_FLEET names no fleet.json; run these tests with `make test`.");
  return JSON.parse(readFileSync(file, "utf8")) as Fleet;
}

/** Runs the operator's command against the fleet under test and returns its JSON answer. */
export async function jst<T>(...args: string[]): Promise<T> {
  const state = (process.env.E2E_FLEET ?? "").replace(/\/fleet\.json$/, "");
  const { stdout } = await run("./jst", [...args, "--json"], {
    cwd: new URL("../../", import.meta.url),
    env: { ...process.env, JST_STATE: state },
  });
  return JSON.parse(stdout) as T;
}

/** A team of its own for one test file, with a service token of full access. */
export async function newTeam(slug: string): Promise<{ id: string; slug: string; token: string }> {
  const unique = `${slug}-${process.pid}-${Date.now().toString(36)}`;
  const team = await jst<{ id: string; slug: string }>("team", "create", unique);
  return { ...team, token: await mintToken(unique) };
}

/** Mints a service token; without scopes it has full access. */
export async function mintToken(team: string, scopes?: unknown): Promise<string> {
  const extra = scopes === undefined ? [] : ["--scopes", JSON.stringify(scopes)];
  const minted = await jst<{ value: string }>("token", "mint", "--team", team, "--type", "service", ...extra);
  return minted.value;
}
