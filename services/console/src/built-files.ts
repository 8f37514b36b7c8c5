import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const folder = path.resolve(import.meta.dirname, "../dist");

/** Types of what the app is made of, by the end of a name. */
const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** A file of the app. */
export interface BuiltFile {
  bytes: Buffer;
  type: string;
}

/** The app as it was built. */
export interface BuiltFiles {
  page: Buffer;
  /** By its name, which changes with its content. */
  files: ReadonlyMap<string, BuiltFile>;
}

/** Reads the app from dist/, which every command of ours keeps current. Throws when it was not built. */
export function builtFiles(): BuiltFiles {
  const names = readdirSync(path.join(folder, "assets"));
  const files = names.map((name): [string, BuiltFile] => {
    const type = TYPES[path.extname(name)] ?? "application/octet-stream";
    return [name, { bytes: readFileSync(path.join(folder, "assets", name)), type }];
  });
  return { page: readFileSync(path.join(folder, "index.html")), files: new Map(files) };
}
