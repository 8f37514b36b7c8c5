import path from "node:path";
import typescript from "typescript";
import type { Tree } from "./tree.ts";

/** Files of a tree, each with those that it imports. */
type Imports = ReadonlyMap<string, readonly string[]>;

/** Loops of files that import each other, types too, each with its mend; none when all imports point down. */
export function loopFaults(tree: Tree): string[] {
  return loopsIn(importsIn(tree)).map(
    (loop) =>
      `${[...loop, loop[0]].join(" > ")}: imports point down and never in a loop. Move what one of these files needs of ` +
      "another above it into a file of its own, named for what it defines, or hand it over as an argument; join two " +
      "files that are one thing.",
  );
}

function importsIn(tree: Tree): Imports {
  const entries = new Map([...tree].flatMap(([file, text]) => entriesOf(file, text)));
  const targetOf = (file: string, specifier: string): string | undefined =>
    specifier.startsWith(".") ? path.join(path.dirname(file), specifier) : entries.get(specifier);
  const sources = [...tree].filter(([file]) => /\.tsx?$/.test(file));
  return new Map(
    sources.map(([file, text]) => {
      const { importedFiles } = typescript.preProcessFile(text, true);
      const targets = importedFiles.map(({ fileName }) => targetOf(file, fileName) ?? "");
      return [file, targets.filter((target) => tree.has(target))];
    }),
  );
}

/** Lists the files that an import of a package by its name leads to. */
function entriesOf(file: string, text: string): [specifier: string, file: string][] {
  if (path.basename(file) !== "package.json") return [];
  const { name = "", exports = {} } = JSON.parse(text) as { name?: string; exports?: Record<string, string> };
  return Object.entries(exports).map(([entry, target]) => [
    path.join(name, entry),
    path.join(path.dirname(file), target),
  ]);
}

/** The shortest loop of each file that is in one, and in none of those before. */
function loopsIn(imports: Imports): string[][] {
  const rest = withoutEnds(imports);
  const loops: string[][] = [];
  for (const file of rest.keys()) {
    if (loops.some((loop) => loop.includes(file))) continue;
    const loop = loopThrough(file, rest);
    if (loop !== undefined) loops.push(loop);
  }
  return loops;
}

/** Only the files from which a loop can be reached. */
function withoutEnds(imports: Imports): Imports {
  const rest = new Map(imports);
  for (let size = Infinity; rest.size < size;) {
    size = rest.size;
    for (const [file, targets] of rest) if (!targets.some((target) => rest.has(target))) rest.delete(file);
  }
  return rest;
}

function loopThrough(file: string, imports: Imports): string[] | undefined {
  const ways = new Map<string, string[]>([[file, [file]]]);
  for (const [reached, way] of ways)
    for (const target of imports.get(reached) ?? []) {
      if (target === file) return way;
      if (!ways.has(target)) ways.set(target, [...way, target]);
    }
  return undefined;
}
