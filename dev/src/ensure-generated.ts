// bootstrap.sh loads this before each of our programs: it generates outdated gen/ folders again before anything imports
// them. If nothing has changed it takes milliseconds.
import { spawnSync, type SpawnSyncOptions } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { isCurrent } from "../../libs/contract/src/stamp.ts";

const root = path.resolve(import.meta.dirname, "../..");
const generator = "libs/contract/src/main.ts";
/** These stop or look, and must do so while a proto is being edited. */
const worksOnOldCode = ["down", "reset", "status", "logs", "env", "help"];

const [, file = "", word = "help"] = process.argv;
const program = path.relative(root, file);

/** Whether the gen/ folders are current now; of two commands at once, one makes them and the other waits. */
function generate(): boolean {
  mkdirSync(path.join(root, ".cache"), { recursive: true });
  const command: [string, ...string[]] = [process.execPath, path.join(root, generator), "--needed"];
  // Standard output belongs to the command.
  const options: SpawnSyncOptions = { stdio: ["ignore", process.stderr, process.stderr] };
  const locked = spawnSync("flock", [path.join(root, ".cache/generate.lock"), ...command], options);
  const ended = locked.error === undefined ? locked : spawnSync(command[0], command.slice(1), options);
  return ended.status === 0;
}

// The generator needs no code of its own making, and neither do programs of others.
if (program !== generator && !program.startsWith("node_modules") && !isCurrent(root) && !generate()) {
  process.stderr.write(
    "No code was generated from protos/ (see above): repair it, then run the command again.\n",
  );
  if (program !== "dev/src/jst/main.ts" || !worksOnOldCode.includes(word)) process.exit(1);
}
process.env["JST_GENERATED"] = "current";
