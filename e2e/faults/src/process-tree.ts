import { readdirSync, readFileSync } from "node:fs";

/** The process and all its descendants, parents first. */
export function processTree(pid: number): number[] {
  const parents = new Map(runningPids().map((one) => [one, parentOf(one)]));
  const tree = [pid];
  for (const member of tree) for (const [one, parent] of parents) if (parent === member) tree.push(one);
  return tree;
}

function runningPids(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^[0-9]+$/.test(name))
    .map(Number);
}

/** The process may be gone by now. */
function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined;
  }
}
