import { randomBytes } from "node:crypto";
import { mkdtemp, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Fleet } from "../../../dev/src/component.ts";
import { baseUrl } from "../../../dev/src/components/service.ts";
import { until } from "../../../dev/src/process/until.ts";
import type { Progress } from "../../../dev/src/progress.ts";
import { fleetReport } from "../../../dev/src/supervisor/client.ts";
import { processTree } from "../../../e2e/faults/src/process-tree.ts";
import type { BenchSettings } from "../config.ts";
import { residentBytes } from "../memory.ts";
import { benchPorts } from "../ports.ts";
import type { Verdict } from "../verdicts.ts";
import { startPlainServer } from "./plain-server.ts";
import { fileBytes, fileRuns } from "./runs.ts";

const restartLimitMs = 30_000;

/** A fleet that runs, and a token that may write files. */
export interface RunningFiles {
  fleet: Fleet;
  settings: BenchSettings;
  token: string;
}

/** Runs those on files that are named and prints each line as soon as it is known. */
export async function runFiles(
  { fleet, settings, token }: RunningFiles,
  progress: Progress,
  print: (text: string) => void,
): Promise<Verdict[]> {
  const named = Object.entries(fileRuns).filter(([name]) => settings.scenarios.includes(name));
  if (named.length === 0) return [];
  const directory = await mkdtemp(path.join(tmpdir(), "bench-files-"));
  const file = path.join(directory, "plain.bin");
  await writeFile(file, randomBytes(fileBytes));
  const ports = benchPorts(fleet.ports.gateway);
  const envoy = await programOf(fleet, "gateway");
  const plain = await startPlainServer({ envoy, directory, file, ports });
  const verdicts: Verdict[] = [];
  try {
    for (const [name, run] of named) {
      let tree = processTree(await pidOf(fleet, "data"));
      const bench = {
        baseUrl: baseUrl(fleet),
        token,
        plain,
        rounds: settings.rounds,
        dataBytes: () => residentBytes(tree),
        restartData: async () => void (tree = processTree(await restarted(fleet, "data", token))),
      };
      const { text, verdict } = await progress.step(`measuring ${name}`, () => run(bench));
      print(`\n${text}`);
      verdicts.push(verdict);
    }
  } finally {
    await plain.stop();
    await rm(directory, { recursive: true });
  }
  return verdicts;
}

/** The program that a process of the fleet runs. */
export async function programOf(fleet: Fleet, name: string): Promise<string> {
  return readlink(`/proc/${await pidOf(fleet, name)}/exe`);
}

async function pidOf({ paths }: Fleet, name: string): Promise<number> {
  const report = await fleetReport(paths);
  return report?.processes.find((process) => process.name === name)?.pid ?? 0;
}

/** Ends the service; the supervisor starts another process, whose pid this answers once requests are served. */
async function restarted(fleet: Fleet, name: string, token: string): Promise<number> {
  const before = await pidOf(fleet, name);
  process.kill(before, "SIGTERM");
  const isBack = async () => {
    const pid = await pidOf(fleet, name);
    if (pid === before || pid === 0) return false;
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${baseUrl(fleet)}/api/v1/files/usage`, { headers })).ok;
  };
  if (!(await until(isBack, restartLimitMs))) throw new Error(`${name} does not come back.`);
  return pidOf(fleet, name);
}
