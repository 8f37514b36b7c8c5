import type { Progress } from "../../../dev/src/progress.ts";
import type { BenchSettings } from "../config.ts";
import type { Verdict } from "../verdicts.ts";
import { runDecideMany } from "./decide-many.ts";
import { runNotices } from "./notices.ts";
import type { ApprovalsBench } from "./team.ts";
import { runTryRules } from "./try-rules.ts";

/** Runs of approvals by the name of their scenario. */
const runs: Readonly<Record<string, (bench: ApprovalsBench) => Promise<Verdict[]>>> = {
  "decide-many": runDecideMany,
  notices: runNotices,
  try: runTryRules,
};

/** Runs what is chosen of the scenarios of approvals, each with a team of its own. */
export async function runApprovals(
  { settings, ...running }: Pick<ApprovalsBench, "fleet" | "groups"> & { settings: BenchSettings },
  progress: Progress,
  print: (text: string) => void,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const [name, run] of Object.entries(runs))
    if (settings.scenarios.includes(name)) verdicts.push(...(await run({ ...running, progress, print })));
  return verdicts;
}
