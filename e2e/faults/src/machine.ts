import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { processTree } from "./process-tree.ts";

/** Linux shows processor time in hundredths of a second, whatever its kernel counts in. */
const tickMs = 10;

/**
 * Starts a watch that answers for how many milliseconds since then the processors worked, each for that long, for
 * others than those processes and their descendants. A fleet's time on a machine it shares is the clock's without
 * these.
 */
export function watchOthers(own: readonly number[]): () => number {
  const others = () => busyTicks() - own.flatMap(processTree).reduce((sum, pid) => sum + ticksOf(pid), 0);
  const before = others();
  return () => (Math.max(0, others() - before) * tickMs) / availableParallelism();
}

/** Sums user, nice, system, irq, softirq and steal of the first line; idle and iowait are not work. */
function busyTicks(): number {
  const [, user, nice, system, , , irq, softirq, steal] = readFileSync("/proc/stat", "utf8").split(/\s+/, 9);
  return [user, nice, system, irq, softirq, steal].reduce((sum, ticks) => sum + Number(ticks), 0);
}

/**
 * Returns the ticks of the process and of its ended children; those of a process that is gone count with its parent.
 */
function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
  } catch {
    return 0;
  }
}
