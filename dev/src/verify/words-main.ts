// Counts the habits of writing that docs/style.md rules out: `make verify`. UPDATE_WORDS=1 writes a lower baseline.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../config.ts";
import { run } from "../process/run.ts";
import { tellFaults, writtenTree } from "./tree.ts";
import { countsOf, hitsIn, loweredBaseline, subjectFaults, wordFaults, type Counts } from "./words.ts";

const COMMITS = 50;

const file = path.join(repository, "dev/src/verify/words.json");
const hits = hitsIn(await writtenTree(/\.(?:tsx?|js|proto|sql|ya?ml|sh|md)$/));
let baseline = JSON.parse(readFileSync(file, "utf8")) as Counts;
if (process.env.UPDATE_WORDS === "1") {
  baseline = loweredBaseline(countsOf(hits), baseline);
  writeFileSync(file, `${JSON.stringify(baseline, null, 2)}\n`);
}
const log = await run("git", ["log", "--no-merges", `-${COMMITS}`, "--format=%s"], { cwd: repository });
tellFaults([...wordFaults(hits, baseline), ...subjectFaults(log.trim().split("\n"))]);
