import { until } from "./until.ts";
import { isRunning, type ProcessIdentity } from "./identity.ts";

/** Asks the process to end with `signal` and, after `limitMs`, kills its whole group. Resolves once it is gone. */
export async function stopProcess(
  identity: ProcessIdentity,
  signal: NodeJS.Signals,
  limitMs: number,
): Promise<void> {
  if (!isRunning(identity)) return;
  send(identity.pid, signal);
  if (await until(() => !isRunning(identity), limitMs)) return;
  // Fleet processes lead their own group, so nothing they started outlives them.
  send(-identity.pid, "SIGKILL");
  await until(() => !isRunning(identity), 5_000);
}

/** A process that ends between the check and the signal is not an error. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
