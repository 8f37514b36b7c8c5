// Writes charts/fleet/files/facts.json, what the charts must know of the code; with --check it says whether that is
// current.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { repository } from "../config.ts";
import { chartFacts } from "./facts.ts";

const file = path.join(repository, "charts/fleet/files/facts.json");
const current = `${JSON.stringify(await chartFacts(), null, 2)}\n`;
const written = await readFile(file, "utf8").catch(() => "");
if (current !== written && process.argv.includes("--check")) {
  process.stderr.write(`charts/fleet/files/facts.json is stale; run \`make gen\` and commit it.\n`);
  process.exitCode = 1;
} else if (current !== written) {
  await writeFile(file, current);
  process.stdout.write("gen: wrote charts/fleet/files/facts.json\n");
}
