// Imports point from a folder to those before it in its order, so imports form no cycle. Lint names a missing folder.
import { existsSync, readdirSync } from "node:fs";
import { libs, services } from "./layer-order.ts";

/** Imports that a folder may not have, and what to do instead. */
export interface ForbiddenImport {
  group?: string[];
  regex?: string;
  message: string;
}

/** Rules of some files. */
export interface FileRules {
  files: string[];
  excludeFiles: string[];
  rules: { "more/no-restricted-imports": ["error", { patterns: ForbiddenImport[] }] };
}

const root = new URL("../../../", import.meta.url);

/** Layers of the table engine, services/data/src/engine; its README says what each is. */
const engine = [
  "sql",
  "storage",
  "types",
  "schema",
  "links",
  "cells",
  "rows",
  "formulas",
  "indexes",
  "views",
  "lists",
  "impact",
  "changes",
  "undo",
];

/** Folders of services/data that are about tables: the only ones that reach into the engine. */
const ofTables = [
  "provisioning",
  "assets",
  "columns",
  "rows",
  "tables",
  "views",
  "imports",
  "search",
  "seeds",
];

/** Every other folder of services/data takes what the engine offers in files of its own folder, or SQL. */
const insideOfEngine = {
  regex: String.raw`^(\.\./)+engine/(?!sql/)[^/]+/`,
  message: "The engine's layers are its own: offer what is needed in a file of services/data/src/engine.",
};

/** Imports from above the engine: all of the service but generated code. A layer has no folders, so depth tells. */
const aboveEngine = {
  regex: String.raw`^\.\./\.\./(?!\.\./gen/)`,
  message: "Imports point down, and the table engine knows nothing of its service.",
};

/** Files that wire a service together: nothing in a folder imports them. */
const wiring = {
  regex: String.raw`^(\.\./)+(main|service|app|pipeline)\.ts$`,
  message: "Imports point down: main > service > folders. Take what is needed as an argument.",
};

/** Queries are below the handlers that call them. */
const calls = { group: ["@jst/rpc"], message: "A file of queries takes a transaction and knows of no call." };

function above(names: readonly string[], pattern: (name: string) => string): ForbiddenImport[] {
  return names.map((name) => ({
    regex: pattern(name),
    message: `Imports point down, and ${name} is above.`,
  }));
}

/** Throws when a folder has no place in its order, or when the order names a folder that does not exist. */
function requireOrder(folder: string, order: readonly string[]): void {
  const isListed = (name: string): boolean => order.includes(name) || name === "testing";
  const found = readdirSync(new URL(folder, root), { withFileTypes: true });
  const missing = found.find((entry) => entry.isDirectory() && !isListed(entry.name));
  if (missing !== undefined)
    throw new Error(`${folder}/${missing.name} has no place in dev/src/lint/layers.ts: add it to the order.`);
  const gone = order.find((name) => !existsSync(new URL(`${folder}/${name}`, root)));
  if (gone !== undefined)
    throw new Error(`dev/src/lint/layers.ts lists ${folder}/${gone}, which does not exist.`);
}

function block(files: string[], patterns: ForbiddenImport[]): FileRules {
  return {
    files,
    // Tests and what is theirs stand above everything they test.
    excludeFiles: ["**/*.test.ts", "**/testing/**"],
    rules: { "more/no-restricted-imports": ["error", { patterns }] },
  };
}

/** The rules of one folder; those of its files of queries include them. */
function blocks(path: string, patterns: ForbiddenImport[]): FileRules[] {
  return [
    block([`${path}/**/*.ts`], patterns),
    block([`${path}/**/queries.ts`, `${path}/**/*-queries.ts`], [...patterns, calls]),
  ];
}

/** Imports that no library, and that no service may have. */
interface Everywhere {
  libs: ForbiddenImport[];
  services: ForbiddenImport[];
}

/** The rules of the orders; each includes `everywhere`, for a later block replaces the options of an earlier one. */
export function layerRules(everywhere: Everywhere): FileRules[] {
  requireOrder("./libs", libs);
  const ofLibs = libs.map((name, place) =>
    block(
      [`libs/${name}/**/*.ts`],
      [...everywhere.libs, ...above(libs.slice(place + 1), (one) => `^@jst/${one}$`)],
    ),
  );
  const ofServices = Object.entries(services).flatMap(([service, order]) => {
    requireOrder(`./services/${service}/src`, order);
    return order.flatMap((folder, place) => {
      const path = `services/${service}/src/${folder}`;
      const own = above(order.slice(place + 1), (one) => String.raw`^(\.\./)+${one}/`);
      const isRoom = service === "data" && folder !== "engine" && !ofTables.includes(folder);
      return blocks(path, [...everywhere.services, wiring, ...own, ...(isRoom ? [insideOfEngine] : [])]);
    });
  });
  return [...ofLibs, ...ofServices, ...engineRules(everywhere)];
}

/** The rules of the engine's layers, which replace those of its folder. */
function engineRules(everywhere: Everywhere): FileRules[] {
  const folder = "services/data/src/engine";
  requireOrder(`./${folder}`, engine);
  return engine.flatMap((layer, place) => {
    requireOrder(`./${folder}/${layer}`, []);
    const own = above(engine.slice(place + 1), (one) => String.raw`^\.\./${one}/`);
    return blocks(`${folder}/${layer}`, [...everywhere.services, aboveEngine, ...own]);
  });
}
