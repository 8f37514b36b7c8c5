import type { Fleet } from "../../../dev/src/component.ts";
import { baseUrl } from "../../../dev/src/components/service.ts";
import type { Progress } from "../../../dev/src/progress.ts";
import { addMember, createTeam, mintToken } from "../../../dev/src/teams.ts";
import type { BenchSettings } from "../config.ts";
import type { ProcessGroup } from "../cpu.ts";
import { mintTokens } from "../seed.ts";
import type { Verdict } from "../verdicts.ts";
import { runCsv } from "./csv.ts";
import { runImport } from "./import.ts";
import type { MovingBench } from "./team.ts";

const runs: Readonly<Record<string, (bench: MovingBench) => Promise<Verdict[]>>> = {
  import: runImport,
  csv: runCsv,
};

/** Runs what is chosen of the scenarios of files of rows, with a team of their own. */
export async function runMoving(
  { fleet, settings, groups }: { fleet: Fleet; settings: BenchSettings; groups: readonly ProcessGroup[] },
  progress: Progress,
  print: (text: string) => void,
): Promise<Verdict[]> {
  const named = Object.entries(runs).filter(([name]) => settings.scenarios.includes(name));
  if (named.length === 0) return [];
  const { slug } = await createTeam(fleet, { slug: `bench-moving-${Date.now().toString(36)}` });
  const [token = ""] = await mintTokens(fleet, slug, 1);
  const email = "owner@example.org";
  await addMember(fleet, { team: slug, email, role: "owner" });
  const { value: owner } = await mintToken(fleet, {
    team: slug,
    type: "human",
    name: "owner",
    member: email,
  });
  const dataPids = groups.find(({ name }) => name === "data")?.pids ?? [];
  const bench = { fleet, url: baseUrl(fleet), token, owner, dataPids, progress, print };
  const verdicts: Verdict[] = [];
  for (const [, run] of named) verdicts.push(...(await run(bench)));
  return verdicts;
}
