import { readFileSync } from "node:fs";

/** One process of one boot. A pid alone is not enough: it may belong to another program by now. */
export interface ProcessIdentity {
  pid: number;
  /** Boot id and start time in clock ticks since that boot. */
  started: string;
}

const bootId = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();

/** Identity of a running process; undefined when there is none or only a zombie is left of it. */
export function identify(pid: number): ProcessIdentity | undefined {
  const fields = statFields(pid);
  const [state, startTime] = [fields?.[0], fields?.[19]];
  if (startTime === undefined || state === "Z" || state === "X") return undefined;
  return { pid, started: `${bootId}:${startTime}` };
}

/** Whether exactly this process still runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.started === identity.started;
}

/** Fields of /proc/<pid>/stat from the state on; the name before it may hold spaces and parentheses. */
function statFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}
