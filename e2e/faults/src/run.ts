import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../../../dev/src/config.ts";
import { check } from "../checker/checker.ts";
import { Components } from "./components.ts";
import { runEpisode } from "./episode.ts";
import type { Episode } from "./schedule.ts";
import { summaryOf, type Judged } from "./summary.ts";

/** How a run went. */
export interface RunResult {
  summary: string;
  isSound: boolean;
}

/** Options of a run, and its output. */
export interface Run {
  /** Seed of the schedule; the summary names it. */
  seed: number;
  episodes: readonly Episode[];
  /** After this long no further episode begins. */
  limitMs?: number;
  told: (line: string) => void;
}

/** Runs episodes on the fleet under test and judges each; a history that is not sound is kept in a file. */
export async function runFaults({ seed, episodes, told, limitMs = Infinity }: Run): Promise<RunResult> {
  const components = await Components.of(path.dirname(process.env["E2E_FLEET"] ?? ""));
  const judged: Judged[] = [];
  const end = performance.now() + limitMs;
  for (const [index, episode] of episodes.entries()) {
    if (performance.now() > end) break;
    told(`episode ${index + 1} of ${episodes.length}, seed ${seed}`);
    const run = await runEpisode(episode, { components, told });
    const violations = check(run.history);
    if (violations.length > 0) {
      const file = path.join(repository, ".test/faults", `${seed}-${index + 1}.json`);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ episode, violations, history: run.history }));
      told(`${violations.length} breaches; the history is in ${path.relative(repository, file)}`);
    }
    judged.push({ run, violations });
  }
  return {
    summary: summaryOf(seed, judged),
    isSound: judged.every(({ violations }) => violations.length === 0),
  };
}
