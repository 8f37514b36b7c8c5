/**
 * `make gen`: protos in, every gen/ folder out, and what is committed for readers.
 * --needed: the gen/ folders alone, and those only when something that decides on them changed.
 * --check: whether what is committed is current.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { ReleasedTools } from "./check-tools.ts";
import { readConfig } from "./config.ts";
import { ContractError } from "./contract-error.ts";
import { emitClient } from "./emit-client.ts";
import { emitFactsTable } from "./emit-facts-table.ts";
import { generate } from "./generate.ts";
import type { Generated } from "./generated.ts";
import { handlerFiles } from "./handler-files.ts";
import { digestOfInputs, isCurrent, writeStamp } from "./stamp.ts";
import { differing, isCommitted, writeFiles } from "./tree.ts";
import { Workspace } from "./workspace.ts";

const root = resolve(import.meta.dirname, "../../..");

async function main(mode: string | undefined): Promise<number> {
  // The second of two concurrent commands finds the work done.
  if (mode === "--needed" && isCurrent(root)) return 0;
  try {
    if (mode === "--check") return await check((await generated()).filter(isCommitted));
    await write(mode === "--needed");
    return 0;
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function write(isGenAlone: boolean): Promise<void> {
  const inputs = digestOfInputs(root);
  const all = await generated();
  const gen = all.filter((file) => !isCommitted(file));
  const asked = isGenAlone ? gen : all;
  const written = await writeFiles(root, asked);
  writeStamp(
    root,
    inputs,
    gen.map(({ path }) => path),
  );
  const named = asked.filter((file) => isCommitted(file) && written.includes(file.path));
  const lines = [`gen: ${written.length} of ${asked.length} files changed`, ...named.map(({ path }) => path)];
  console.log(lines.join("\n  "));
}

async function check(committed: readonly Generated[]): Promise<number> {
  const stale = await differing(root, committed);
  if (stale.length === 0) return 0;
  console.error(`stale, run \`make gen\` and commit:\n${stale.map((path) => `  ${path}`).join("\n")}`);
  return 1;
}

async function generated(): Promise<Generated[]> {
  const workspace = await Workspace.create(root, join(root, "protos"), readConfig().cacheDir);
  try {
    const files = generate(await workspace.descriptorSet(), await releasedTools(), handlerFiles(root));
    return [...files, emitFactsTable(), await emitClient(files)];
  } finally {
    await workspace.remove();
  }
}

async function releasedTools(): Promise<ReleasedTools> {
  const path = join(root, "libs/contract/tools.json");
  return existsSync(path) ? (JSON.parse(await readFile(path, "utf8")) as ReleasedTools) : {};
}

process.exitCode = await main(process.argv[2]);
