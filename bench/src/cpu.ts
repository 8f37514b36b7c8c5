import { readdirSync, readFileSync } from "node:fs";

/** CPU time in microseconds, by the name of a group of processes. */
export type CpuTimes = Record<string, number>;

/** A clock tick of /proc in microseconds: USER_HZ is 100 on every Linux we run on. */
const tickUs = 10_000;

/** One group: processes, and whether what they started counts too. */
export interface ProcessGroup {
  name: string;
  pids: readonly number[];
}

/** CPU time that all processes but this one have used so far, in microseconds; proc(5) orders the fields. */
export function machineTime(): number {
  const line = readFileSync("/proc/stat", "utf8").split("\n", 1)[0] ?? "";
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = line.split(/ +/).slice(1).map(Number);
  const own = process.cpuUsage();
  return (user + nice + system + irq + softirq) * tickUs - own.user - own.system;
}

/** CPU time (user and system) each group has used so far, its children and theirs included. */
export function cpuTimes(groups: readonly ProcessGroup[]): CpuTimes {
  const processes = readProcesses();
  return Object.fromEntries(
    groups.map(({ name, pids }) => [name, pids.reduce((sum, pid) => sum + treeTime(pid, processes), 0)]),
  );
}

/** Subtracts two readings of each group's use. */
export function cpuBetween(before: CpuTimes, after: CpuTimes): CpuTimes {
  return Object.fromEntries(Object.entries(after).map(([name, us]) => [name, us - (before[name] ?? 0)]));
}

/** Cores that other programs used since an earlier machineTime, beside what our groups used in these milliseconds. */
export function strangersBetween(machineBefore: number, used: CpuTimes, ms: number): number {
  const own = Object.values(used).reduce((sum, us) => sum + us, 0);
  return Math.max(0, machineTime() - machineBefore - own) / (ms * 1_000);
}

interface ProcessTimes {
  parent: number;
  /** Its own time and that of children that have ended. */
  us: number;
}

function treeTime(root: number, processes: ReadonlyMap<number, ProcessTimes>): number {
  let sum = processes.get(root)?.us ?? 0;
  for (const [pid, { parent }] of processes) if (parent === root) sum += treeTime(pid, processes);
  return sum;
}

function readProcesses(): Map<number, ProcessTimes> {
  const found = new Map<number, ProcessTimes>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const times = readProcess(name);
    if (times !== undefined) found.set(Number(name), times);
  }
  return found;
}

/** Fields as proc(5) numbers them: 4 parent, 14 to 17 user and system time, own and of ended children. */
function readProcess(pid: string): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { parent: Number(fields[1]), us: ticks * tickUs };
  } catch {
    return undefined; // It ended while we were reading.
  }
}
