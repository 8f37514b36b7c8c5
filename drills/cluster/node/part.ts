import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { OperatorError } from "../../../dev/src/operator-error.ts";
import { until } from "../../../dev/src/process/until.ts";

/** A process of a cluster: a command, and the file it logs to. */
export interface Part {
  name: string;
  child: ChildProcess;
  log: string;
}

/** Starts a process that logs below the folder. */
export function startProcess(folder: string, name: string, command: readonly string[]): Part {
  const log = path.join(folder, "log", name);
  const out = openSync(log, "a");
  const [program = "", ...args] = command;
  const child = spawn(program, args, { cwd: folder, stdio: ["ignore", out, out] });
  closeSync(out);
  return { name, child, log };
}

/** Starts a part of Kubernetes, whose flags are `--name=value`. */
export function startPart(
  program: string,
  folder: string,
  name: string,
  flags: Record<string, string>,
): Part {
  const given = Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`);
  return startProcess(folder, name, [program, name, ...given]);
}

/** Ends a process and waits until it is gone. */
export async function stopPart({ child }: Part): Promise<void> {
  child.kill("SIGTERM");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

/**
 * Polls the condition until it holds; else an OperatorError with the end of the part's log. A condition that throws
 * does not hold yet.
 */
export async function waitFor(
  what: string,
  part: Part,
  condition: () => Promise<boolean>,
  limitMs: number,
): Promise<void> {
  const hasEnded = (): boolean => part.child.exitCode !== null || part.child.signalCode !== null;
  const holds = (): Promise<boolean> => condition().catch(() => false);
  await until(async () => (await holds()) || hasEnded(), limitMs);
  if (await holds()) return;
  const tail = readFileSync(part.log, "utf8").split("\n").slice(-12).join("\n");
  throw new OperatorError(`${what}: not in time; the end of the log of ${part.name}:\n${tail}`);
}
