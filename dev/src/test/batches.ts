import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { repository } from "../config.ts";

/** Most test files of a batch. */
const FILES = 12;
/** Text of a file that has a process of its own: the file reads the metrics of its process, or what that loads. */
const OWN_PROCESS = /^import "@jst\/telemetry\/preload";|\bregisterHooks\(/;

/**
 * Writes batches into the folder: files that each run up to 12 test files of one package in one process. Loading the
 * modules of a service takes longer than most of its tests. Each test file is a suite, so its hooks end with it.
 * Returns the paths of the batches.
 */
export async function writeBatches(files: readonly string[], folder: string): Promise<string[]> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const packages = await Promise.all(files.map(packageOf));
  const batches = [...Map.groupBy(files, (_, index) => packages[index]).values()].flatMap(batchesOf);
  return Promise.all(
    batches.map(async (batch, index) => {
      const file = path.join(folder, `${String(index).padStart(3, "0")}.test.ts`);
      await writeFile(file, textOf(batch));
      return file;
    }),
  );
}

/** Returns the package of the file, or the file itself where it has a process of its own. */
async function packageOf(file: string): Promise<string> {
  const text = await readFile(path.join(repository, file), "utf8");
  return OWN_PROCESS.test(text) ? file : file.split("/").slice(0, 2).join("/");
}

/** Splits the files into batches of about one size. */
function batchesOf(files: readonly string[]): string[][] {
  const count = Math.ceil(files.length / FILES);
  const size = Math.ceil(files.length / count);
  return Array.from({ length: count }, (_, index) => files.slice(index * size, (index + 1) * size));
}

const textOf = (files: readonly string[]): string => `import { suite } from "node:test";

const root = ${JSON.stringify(`file://${repository}/`)};
for (const file of ${JSON.stringify(files)}) {
  await suite(file, async () => {
    await import(root + file);
  });
}
`;
