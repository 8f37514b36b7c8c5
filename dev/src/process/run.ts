import { spawn, type SpawnOptions } from "node:child_process";
import { OperatorError } from "../operator-error.ts";

/** How a command is run. */
export interface RunOptions extends SpawnOptions {
  /** How much of its output, from the end, a failure shows. */
  shownChars?: number;
}

/** Runs a command to its end and returns its standard output; a failure carries the tail of what it printed. */
export async function run(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let everything = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    everything += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (everything += text));
  const ended = await new Promise<number | string>((resolve, reject) => {
    child.on("error", (cause) => {
      reject(
        new OperatorError(`${command} could not be started (${cause.message}); is it installed?`, { cause }),
      );
    });
    child.on("close", (code, signal) => {
      resolve(code ?? signal ?? "unknown");
    });
  });
  if (ended === 0) return stdout;
  throw new OperatorError(
    `\`${[command, ...args].join(" ")}\` ended with ${ended}:\n${everything.trimEnd().slice(-(options.shownChars ?? 2_000))}`,
  );
}
