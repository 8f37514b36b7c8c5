import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { repository } from "../../dev/src/config.ts";
import { OperatorError } from "../../dev/src/operator-error.ts";
import { replaceFile } from "../../dev/src/state.ts";
import type { BenchSettings } from "./config.ts";
import { isDisturbed } from "./disturbance.ts";
import type { Measured } from "./measure.ts";
import {
  fallsSince,
  lastResult,
  ratioResults,
  withRun,
  type Fall,
  type Machine,
  type RunResult,
} from "./results.ts";
import { ratioText } from "./spread.ts";

/** Results of releases, oldest first. */
export const resultsFile = path.join(repository, "bench/results.json");

/** The machine of this run. */
export function thisMachine(): Machine {
  return { cpus: cpus().length, model: cpus()[0]?.model, node: process.version };
}

/** Returns the commit that is checked out; throws where files differ from it, because no commit has such results. */
export function commitToRecord(): string {
  if (git("status", "--porcelain", "--untracked-files=no") !== "")
    throw new OperatorError("RECORD=1 records the results of a commit. Commit your changes first.", {
      exitCode: 2,
    });
  return git("rev-parse", "HEAD");
}

/** Says what fell since the last recorded results, and records those of this run where `commit` is given. */
export async function compareAndRecord(
  measured: readonly Measured[],
  { rounds, seconds }: BenchSettings,
  commit: string | undefined,
): Promise<string> {
  const runs = readRuns();
  const machine = thisMachine();
  const ratios = ratioResults(measured);
  const before = lastResult(runs, machine);
  const compared =
    before === undefined
      ? ["No results of such a machine to compare with."]
      : [comparison(before, fallsSince(before.ratios, ratios))];
  if (commit === undefined) return compared.join("\n");
  if (measured.some(({ iterations }) => iterations.some(isDisturbed)))
    return [
      ...compared,
      "Not recorded: other programs disturbed this run. Repeat it on a quiet machine.",
    ].join("\n");
  const run: RunResult = { commit, at: new Date().toISOString(), machine, rounds, seconds, ratios };
  await replaceFile(resultsFile, `${JSON.stringify({ runs: withRun(runs, run) }, null, 2)}\n`);
  return [...compared, `Recorded in ${path.relative(repository, resultsFile)}.`].join("\n");
}

function comparison({ commit, at }: RunResult, falls: readonly Fall[]): string {
  const since = `${commit.slice(0, 8)} of ${at.slice(0, 10)}`;
  if (falls.length === 0) return `Nothing fell by more than its spread since ${since}.`;
  const lines = falls.map(({ scenario, contestant, connections, figure, before, now }) => {
    const name = figure === "rate" ? "rate" : "by CPU";
    return `  ${scenario} over ${contestant}, ${connections} connections, ${name}: ${ratioText(now)}, before ${ratioText(before)}`;
  });
  return [`FELL by more than its spread since ${since}:`, ...lines].join("\n");
}

function readRuns(): RunResult[] {
  return (JSON.parse(readFileSync(resultsFile, "utf8")) as { runs: RunResult[] }).runs;
}

function git(...words: string[]): string {
  return execFileSync("git", words, { cwd: repository, encoding: "utf8" }).trim();
}
