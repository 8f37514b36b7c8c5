import { inspect } from "node:util";
import { ConfigError } from "@jst/config";

/** Runs a command to its end; a failure is printed (bad settings as sentences alone) and ends in exit code 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : inspect(error)}\n`);
    process.exitCode = 1;
  }
}
