import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { once } from "node:events";
import path from "node:path";
import { OperatorError } from "../operator-error.ts";
import { fleetPaths } from "../state.ts";
import type { Command } from "./command.ts";

/** Lines of each log to begin with. */
const tailLines = "100";

/** Prints the end of the logs, from the fleet running or not. */
export const logs: Command = {
  name: "logs",
  usage: "[NAME…] [--follow]",
  summary: "Prints the end of the logs of some or all components; goes on at a terminal or with --follow.",
  words: [0, Infinity],
  flags: ["follow"],
  async run({ settings, words, options }) {
    const paths = fleetPaths(settings.stateDir);
    const files = (words.length > 0 ? [...words] : logNames(paths.logDir)).map(paths.log);
    const missing = files.find((file) => !existsSync(file));
    if (missing !== undefined || files.length === 0) throw noLog(paths.logDir);
    // A person at a terminal wants to watch; a program that reads our output waits for its end.
    const follow = options["follow"] !== undefined || process.stdout.isTTY;
    const args = ["-n", tailLines, ...(follow ? ["-F"] : []), ...files];
    await once(spawn("tail", args, { stdio: "inherit" }), "exit");
    return { json: { logs: files }, text: "" };
  },
};

function logNames(logDir: string): string[] {
  if (!existsSync(logDir)) return [];
  return readdirSync(logDir)
    .filter((name) => name.endsWith(".log"))
    .map((name) => path.basename(name, ".log"));
}

function noLog(logDir: string): OperatorError {
  const names = logNames(logDir);
  const known = names.length > 0 ? `there are ${names.join(", ")}` : "`make up` starts the fleet";
  return new OperatorError(`There is no such log in ${logDir}; ${known}.`);
}
