/** `make gen` and its check: protos in, every gen/ folder out. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { ReleasedTools } from "./check-tools.ts";
import { readConfig } from "./config.ts";
import { ContractError } from "./contract-error.ts";
import { generate } from "./generate.ts";
import { staleFiles, writeFiles } from "./tree.ts";
import { Workspace } from "./workspace.ts";

const root = resolve(import.meta.dirname, "../../..");

async function main(isCheck: boolean): Promise<number> {
  const workspace = await Workspace.create(root, join(root, "protos"), readConfig().cacheDir);
  try {
    const files = generate(await workspace.descriptorSet(), await releasedTools());
    if (!isCheck) {
      const written = await writeFiles(root, files);
      console.log(
        written.length === 0
          ? "gen: nothing changed"
          : `gen: wrote\n${written.map((path) => `  ${path}`).join("\n")}`,
      );
      return 0;
    }
    const stale = await staleFiles(root, files);
    if (stale.length === 0) return 0;
    console.error(`stale, run \`make gen\` and commit:\n${stale.map((path) => `  ${path}`).join("\n")}`);
    return 1;
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    await workspace.remove();
  }
}

async function releasedTools(): Promise<ReleasedTools> {
  const path = join(root, "libs/contract/tools.json");
  return existsSync(path) ? (JSON.parse(await readFile(path, "utf8")) as ReleasedTools) : {};
}

process.exitCode = await main(process.argv.includes("--check"));
