import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../config.ts";
import { OperatorError } from "../operator-error.ts";
import { run } from "../process/run.ts";

/** Packages by their folder, each with the folders of those that it imports. */
export type PackageGraph = ReadonlyMap<string, ReadonlySet<string>>;

const packageFolders = ["libs/*", "services/*", "gateway", "dev", "bench", "e2e", "charts", "drills"];

/** Dependencies without an import: e2e runs the whole fleet, and dev checks charts. */
const runs: readonly [folder: string, on: RegExp][] = [
  ["e2e", /^(?:services\/|gateway$|dev$)/],
  ["bench", /^dev$/],
  ["dev", /^(?:charts|gateway)$/],
];

/** Files outside of packages that only these read. Whatever is named nowhere selects everything. */
const readers: readonly [file: RegExp, folders: readonly string[]][] = [
  [/^(?:README|CONTRIBUTING)\.md$/, ["dev", "e2e"]],
  [/^docs\//, ["dev", "e2e"]],
  [/^\.(?:gitignore|dockerignore)$/, []],
  [/^(?:LICENSE|Makefile|oxlint\.config\.ts|\.oxfmtrc\.json)$/, ["dev"]],
];

/** Reads the graph of imports from the sources, because tests import more than package.json lists. */
export function readPackageGraph(): PackageGraph {
  const folders = packageFolders
    .flatMap((pattern) => globSync(`${pattern}/`, { cwd: repository }))
    .map(trimmed);
  const names = new Map(folders.flatMap((folder) => nameOf(folder).map((name) => [name, folder] as const)));
  const importsOf = (folder: string): Set<string> => {
    const exclude = (name: string): boolean => name === "node_modules";
    const files = globSync(`${folder}/**/*.ts`, { cwd: repository, exclude });
    const found = files.flatMap((file) => specifiersOf(file).map((one) => targetOf(file, one)));
    const running = folders.filter((other) => runs.some(([one, on]) => one === folder && on.test(other)));
    return new Set([...found.filter((one) => one !== undefined && one !== folder), ...running] as string[]);
  };
  const targetOf = (file: string, specifier: string): string | undefined => {
    if (!specifier.startsWith(".")) return names.get(specifier.split("/").slice(0, 2).join("/"));
    const target = path.join(path.dirname(file), specifier);
    return folders.find((folder) => target.startsWith(`${folder}/`));
  };
  return new Map(folders.map((folder) => [folder, importsOf(folder)]));
}

const trimmed = (folder: string): string => folder.replace(/\/$/, "");

function nameOf(folder: string): string[] {
  try {
    const text = readFileSync(path.join(repository, folder, "package.json"), "utf8");
    return [(JSON.parse(text) as { name: string }).name];
  } catch {
    return [];
  }
}

function specifiersOf(file: string): string[] {
  const text = readFileSync(path.join(repository, file), "utf8");
  return [...text.matchAll(/\b(?:from|import) ?\(?"([^"]+)"/g)].map(([, specifier = ""]) => specifier);
}

/**
 * The files whose tests what has changed can break: a changed file's package and all packages that lead to it. A
 * changed test selects itself alone, and a changed proto what is generated from it.
 */
export function selectTests(
  changed: readonly string[],
  files: readonly string[],
  graph: PackageGraph,
): string[] {
  const isTest = (file: string): boolean => /\.(?:test|drill)\.ts$/.test(file);
  const folders = new Set<string>();
  for (const file of changed.filter((one) => !isTest(one))) {
    const reached = reachedBy(file, graph);
    if (reached === undefined) return [...files];
    for (const folder of reached) folders.add(folder);
  }
  return files.filter(
    (file) => changed.includes(file) || [...folders].some((folder) => file.startsWith(`${folder}/`)),
  );
}

/** Packages that a changed file can break; undefined when that is all of them. */
function reachedBy(file: string, graph: PackageGraph): Iterable<string> | undefined {
  const own = [...graph.keys()].filter((folder) => file.startsWith(`${folder}/`));
  if (own.length > 0) return withDependants(own, graph);
  const [, service] = /^protos\/([a-z]+)\//.exec(file) ?? [];
  // The agent's tools and the gateway's routes are generated from every service's protos.
  if (service !== undefined && graph.has(`services/${service}`))
    return withDependants([`services/${service}`, "services/agent", "gateway", "libs/contract"], graph);
  return readers.find(([pattern]) => pattern.test(file))?.[1];
}

function withDependants(folders: readonly string[], graph: PackageGraph): Set<string> {
  const found = new Set(folders);
  for (const one of found) for (const [other, imported] of graph) if (imported.has(one)) found.add(other);
  return found;
}

/** Files that differ from where this tree left the revision, those that git does not know among them. */
export async function changedFiles(base: string): Promise<string[]> {
  const git = async (...args: string[]): Promise<string[]> =>
    (await run("git", args, { cwd: repository })).split("\n").filter((line) => line !== "");
  try {
    const [from = base] = await git("merge-base", base, "HEAD");
    const known = await git("diff", "--name-only", "--no-renames", from);
    return [...new Set([...known, ...(await git("ls-files", "--others", "--exclude-standard"))])].sort();
  } catch (cause) {
    throw new OperatorError(
      `git does not know what has changed since ${base}; name another revision: BASE=…`,
      {
        cause,
      },
    );
  }
}

/** The revision that changes are counted from: the given one, what was last fetched, or the commit before. */
export async function baseOf(given: string): Promise<string> {
  if (given !== "") return given;
  const heads = ["origin/main", "HEAD"].map((name) =>
    run("git", ["rev-parse", "--verify", name], { cwd: repository }),
  );
  const [upstream, head] = await Promise.all(heads.map((one) => one.catch(() => undefined)));
  return upstream === undefined || upstream === head ? "HEAD~" : "origin/main";
}
