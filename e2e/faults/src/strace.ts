import { execFile, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { until } from "@jst/testing";
import { FlushReader, type Flush } from "../checker/flushes.ts";

/** Processes whose flushes are watched. */
export interface Watch {
  /** So far, by the clock on the wall. */
  flushes: readonly Flush[];
  /** Lets the processes go; every flush is in the list then. */
  stop(): Promise<void>;
}

const attachLimitMs = 30_000;

/** Why this machine cannot watch system calls; undefined where it can. */
export async function cannotTrace(): Promise<string | undefined> {
  return promisify(execFile)("strace", ["-o", "/dev/null", "true"]).then(
    () => undefined,
    (error: unknown) => `strace does not work here: ${(error as Error).message.trim()}`,
  );
}

/** Watches the processes, and those they start, bring files to the disk. Debian package strace. */
export async function watchFlushes(pids: readonly number[]): Promise<Watch> {
  const reader = new FlushReader();
  const calls = ["-f", "-ttt", "-T", "-y", "-e", "trace=fdatasync,fsync", "-e", "signal=none"];
  const strace = spawn("strace", [...calls, ...pids.flatMap((pid) => ["-p", String(pid)])], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said: string[] = [];
  let attached = 0;
  const lines = createInterface(strace.stderr).on("line", (line) => {
    // One that has ended by now needs no watching.
    if (/^strace: (Process \d+ attached|attach: .*No such process)/.test(line)) attached += 1;
    else if (line.startsWith("strace: ")) said.push(line);
    reader.read(line);
  });
  const closed = new Promise<void>((resolve) => lines.once("close", resolve));
  await until("strace is attached", attachLimitMs, () => {
    if (strace.exitCode !== null) throw new Error(said.join("\n"));
    return attached >= pids.length ? true : undefined;
  });
  return {
    flushes: reader.flushes,
    stop: async () => {
      strace.kill("SIGINT");
      await closed;
    },
  };
}
