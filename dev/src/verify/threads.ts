import path from "node:path";
import typescript from "typescript";
import { onMainThread } from "./main-thread.ts";
import type { Tree } from "./tree.ts";

/** Modules whose functions named …Sync stop a process for as long as their input is large. */
const WITH_SYNC = ["node:zlib", "node:crypto", "node:child_process"];
const IS_TEST = /\.(?:test|drill)\.ts$|\/testing\//;
/** Call that begins a module of a LimitedThread. */
const SERVES = "@jst/jobs/thread";

/** An import that runs the module: of a file or package, with the names that it takes. */
interface ValueImport {
  specifier: string;
  names: readonly string[];
}

/**
 * Finds packages that services run on their main thread and that main-thread.ts does not allow there, each with the way
 * by which it is reached. The files of a thread are those that only a module which calls `serve` leads to.
 */
export function threadFaults(tree: Tree, allowed: Readonly<Record<string, string>> = onMainThread): string[] {
  const files = new Map(
    [...tree]
      .filter(([file]) => /^(?:libs|services)\/[^/]+\/src\/.*\.ts$/.test(file) && !IS_TEST.test(file))
      .map(([file, text]) => [file, valueImportsOf(file, text)]),
  );
  const ways = mainWays(files, packageEntries(tree));
  const found = new Map<string, string>();
  for (const [file, way] of ways)
    for (const name of (files.get(file) ?? []).flatMap(outsideNames))
      if (!(name in allowed) && !found.has(name)) found.set(name, [...way, name].join(" > "));
  const unused = Object.keys(allowed).filter(
    (name) => ![...ways.keys()].some((file) => files.get(file)?.flatMap(outsideNames).includes(name)),
  );
  return [
    ...[...found.values()].map(
      (way) =>
        `${way}: the main thread reaches this package. Work of a request that can take over 5 ms runs in a LimitedThread ` +
        "(libs/jobs): import it in a module that calls serve. If no input can make it take as long, say why in " +
        "dev/src/verify/main-thread.ts.",
    ),
    ...unused.map((name) => `${name}: nothing imports it on the main thread. Remove it from main-thread.ts.`),
  ];
}

function valueImportsOf(file: string, text: string): ValueImport[] {
  const source = typescript.createSourceFile(file, text, typescript.ScriptTarget.Latest);
  const found: ValueImport[] = [];
  const visit = (node: typescript.Node): void => {
    if (
      typescript.isImportDeclaration(node) &&
      node.importClause?.phaseModifier !== typescript.SyntaxKind.TypeKeyword
    )
      found.push({
        specifier: textOf(node.moduleSpecifier),
        names: namesOf(node.importClause?.namedBindings),
      });
    else if (typescript.isExportDeclaration(node) && !node.isTypeOnly && node.moduleSpecifier !== undefined)
      found.push({ specifier: textOf(node.moduleSpecifier), names: [] });
    else if (
      typescript.isCallExpression(node) &&
      node.expression.kind === typescript.SyntaxKind.ImportKeyword
    )
      found.push({ specifier: textOf(node.arguments[0]), names: [] });
    typescript.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const textOf = (node: typescript.Node | undefined): string =>
  node !== undefined && typescript.isStringLiteralLike(node) ? node.text : "";

function namesOf(bindings: typescript.NamedImportBindings | undefined): string[] {
  if (bindings === undefined || !typescript.isNamedImports(bindings)) return [];
  return bindings.elements.map(({ propertyName, name }) => (propertyName ?? name).text);
}

/** Packages and functions of Node that an import takes; those of ours are files of the tree. */
function outsideNames({ specifier, names }: ValueImport): string[] {
  if (specifier.startsWith(".") || specifier.startsWith("@jst/") || specifier === "") return [];
  if (WITH_SYNC.includes(specifier))
    return names.filter((name) => name.endsWith("Sync")).map((name) => `${specifier} ${name}`);
  if (specifier.startsWith("node:")) return [];
  return [
    specifier
      .split("/")
      .slice(0, specifier.startsWith("@") ? 2 : 1)
      .join("/"),
  ];
}

/** The file that each entry of our packages leads to. */
function packageEntries(tree: Tree): Map<string, string> {
  const packages = [...tree].filter(([file]) => /^libs\/[^/]+\/package\.json$/.test(file));
  return new Map(
    packages.flatMap(([file, text]) => {
      const { name = "", exports = {} } = JSON.parse(text) as {
        name?: string;
        exports?: Record<string, string>;
      };
      return Object.entries(exports).map(([entry, target]) => [
        path.join(name, entry),
        path.join(path.dirname(file), target),
      ]);
    }),
  );
}

/** Files that run on a main thread, each with a way to it from a file of a service that no other imports. */
function mainWays(
  files: ReadonlyMap<string, readonly ValueImport[]>,
  entries: ReadonlyMap<string, string>,
): Map<string, readonly string[]> {
  const targetsOf = (file: string): string[] =>
    (files.get(file) ?? []).flatMap(({ specifier }) => {
      const target = specifier.startsWith(".")
        ? path.join(path.dirname(file), specifier)
        : entries.get(specifier);
      return target !== undefined && files.has(target) ? [target] : [];
    });
  const isThread = (file: string): boolean =>
    (files.get(file) ?? []).some(({ specifier, names }) => specifier === SERVES && names.includes("serve"));
  const imported = new Set([...files.keys()].flatMap(targetsOf));
  const ways = new Map<string, readonly string[]>();
  for (const file of files.keys())
    if (file.startsWith("services/") && !imported.has(file) && !isThread(file)) ways.set(file, [file]);
  // A Map hands out what is added to it meanwhile.
  for (const [file, way] of ways)
    for (const target of targetsOf(file)) if (!ways.has(target)) ways.set(target, [...way, target]);
  return ways;
}
