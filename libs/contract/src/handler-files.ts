// Where the handler of an rpc is. This is asked at the start of every command, so it needs Node alone.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** File of a folder that has the states of a resource, and the commands that need no file of their own. */
const SHARED = "lifecycle.ts";

/** Lists the files of each folder that has a lifecycle.ts: their names decide on the imports of a registry. */
export function handlerFiles(root: string): ReadonlySet<string> {
  return new Set(foldersOf(root).flatMap((folder) => filesOf(root, folder)));
}

/** Returns the file in a folder that exports a handler: its own, or lifecycle.ts if it has none. */
export function handlerFile(folder: string, name: string, files: ReadonlySet<string>): string {
  const own = `${folder}/${name}.ts`;
  const shared = `${folder}/${SHARED}`;
  return !files.has(own) && files.has(shared) ? shared : own;
}

function foldersOf(root: string): string[] {
  const homes = ["libs", "services"].flatMap((part) =>
    namesIn(join(root, part)).map((one) => `${part}/${one}`),
  );
  return homes.flatMap((home) => namesIn(join(root, home, "src")).map((name) => `${home}/src/${name}`));
}

function filesOf(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder, SHARED))) return [];
  const names = namesIn(join(root, folder)).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );
  return names.sort().map((name) => `${folder}/${name}`);
}

const namesIn = (path: string): string[] => (existsSync(path) ? readdirSync(path) : []);
