import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { readSettings } from "../../dev/src/config.ts";
import { commands } from "../../dev/src/jst/commands.ts";
import { parseLine } from "../../dev/src/jst/parse.ts";
import { createProgress } from "../../dev/src/progress.ts";
import { hearing } from "./hearing.ts";

const runProgram = promisify(execFile);

/** Content of fleet.json after `make up` (operation.one-command). */
export interface Fleet {
  base_url: string;
  /** Own URL of the fleet, if tests reach it under another: on a cluster. */
  public_url?: string;
  team: { id: string; slug: string };
  tokens: { service: string; human: string; break_glass: string };
  components: Record<string, { pid: number; url: string; log: string }>;
}

/** Reads the fleet under test again on each call: a restarted component has another pid. */
export function fleet(): Fleet {
  const file = process.env.E2E_FLEET;
  if (file === undefined) throw new Error("E2E_FLEET names no fleet.json; run these tests with `make test`.");
  return JSON.parse(readFileSync(file, "utf8")) as Fleet;
}

/** Where the state of the fleet under test is. */
export const stateDir = (): string => (process.env.E2E_FLEET ?? "").replace(/\/fleet\.json$/, "");
const quiet = createProgress(() => undefined);

/** The command that runs, or has run: two at once would write the same files of the fleet. */
let latest: Promise<unknown> = Promise.resolve();

/**
 * The JSON answer of an operator's command to the fleet under test. The command runs in this process, one after
 * another: to start the program for each team and token took most of the time of some tests.
 */
export async function jst<T>(...args: string[]): Promise<T> {
  const run = async () => {
    const answer = await runHere(...args);
    if (isAnnounced(args)) await untilHeard();
    return answer;
  };
  const answer = latest.then(run, run);
  latest = answer;
  return (await answer) as T;
}

async function runHere(...args: string[]): Promise<unknown> {
  const { command, words, options } = parseLine(args, commands);
  const settings = readSettings({ ...process.env, JST_STATE: stateDir() });
  const { json, exitCode = 0 } = await command.run({ settings, progress: quiet, words, options });
  if (exitCode !== 0) throw new Error(`jst ${args.join(" ")} ends with ${exitCode}.`);
  return json;
}

const untilHeard = hearing(runHere, () => fleet().base_url);

/** Whether the command changes what the way in remembers of tokens and sessions that were used before. */
const isAnnounced = ([thing, does]: readonly string[]): boolean =>
  (thing === "config" && does === "set") || (thing === "member" && does === "remove");

/** The same by the program, as an operator types it; an exit code other than 0 is an error with its `stdout`. */
export async function jstProgram<T>(...args: string[]): Promise<T> {
  const { stdout } = await runProgram("./jst", [...args, "--json"], {
    cwd: new URL("../../", import.meta.url),
    env: { ...process.env, JST_STATE: stateDir() },
  });
  return JSON.parse(stdout) as T;
}

/** A team of its own for one test file, with a service token of full access. */
export async function newTeam(slug: string): Promise<{ id: string; slug: string; token: string }> {
  const unique = `${slug}-${randomUUID().slice(0, 13)}`;
  const team = await jst<{ id: string; slug: string }>("team", "create", unique);
  return { ...team, token: await mintToken(unique) };
}

/** Reads the metrics of a process from its operations listener. */
export async function metricsOf(name: string): Promise<string> {
  const answer = await fetch(`${fleet().components[name]?.url}/metrics`);
  if (!answer.ok) throw new Error(`${name} has no metrics: ${answer.status}`);
  return answer.text();
}

/** Scopes as a token has them. */
export type ScopeList = { resource: string; actions: string[] }[];

/** Mints a service token; without scopes it has full access. */
export async function mintToken(team: string, scopes?: unknown): Promise<string> {
  return mint(team, "service", [], scopes);
}

/** Mints a human token of an owner of the team, made for it; without scopes it has full access. */
export async function mintHumanToken(team: string, scopes?: ScopeList): Promise<string> {
  return mint(team, "human", ["--member", await newOwner(team)], scopes);
}

/** Mints a break_glass token of an owner of the team, made for it, with full access. */
export async function mintBreakGlassToken(team: string): Promise<string> {
  return mint(team, "break_glass", ["--member", await newOwner(team), "--reason", "a test"], undefined);
}

async function newOwner(team: string): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await jst("member", "add", "--team", team, "--email", email, "--role", "owner");
  return email;
}

async function mint(team: string, type: string, more: string[], scopes: unknown): Promise<string> {
  const extra = scopes === undefined ? more : [...more, "--scopes", JSON.stringify(scopes)];
  const minted = await jst<{ value: string }>("token", "mint", "--team", team, "--type", type, ...extra);
  return minted.value;
}

/** Mints a token of a person: "human:admin", "break_glass:member", "human:admin:second" for another admin. */
export async function mintPersonal(team: string, wanted: string): Promise<string> {
  const [type = "", role = "", name = "first"] = wanted.split(":");
  const email = `${role}.${name}@${team}.test`;
  await jst("member", "add", "--team", team, "--email", email, "--role", role);
  const reason = type === "break_glass" ? ["--reason", "e2e"] : [];
  const mint = ["token", "mint", "--team", team, "--type", type, "--member", email, ...reason];
  return (await jst<{ value: string }>(...mint)).value;
}
