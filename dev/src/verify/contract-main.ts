// Holds the tree against docs/contract: `make verify`.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../config.ts";
import { run } from "../process/run.ts";
import { contractFaults } from "./contract.ts";

const listed = await run("git", ["ls-files", "-co", "--exclude-standard"], { cwd: repository });
const files = listed.split("\n").filter((file) => /\.(?:ts|js|proto|sql|ya?ml|sh|md)$/.test(file));
const written = files.filter(
  (file) => !/(?:^|\/)gen\//.test(file) && existsSync(path.join(repository, file)),
);
const tree = new Map(written.map((file) => [file, readFileSync(path.join(repository, file), "utf8")]));
const faults = contractFaults(tree);
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
