import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { collationsSql } from "./collations.ts";

const folder = fileURLToPath(new URL("../sql", import.meta.url));

/** One file of schema platform's SQL. */
export interface PlatformFile {
  name: string;
  text: string;
}

/**
 * Lists the SQL of schema platform, which the migrations of every service build upon, in its order. There are parts for
 * all databases, parts for those made by a superuser, and parts for the others (ADR 44).
 */
export async function platformSql(isLeakproof: boolean): Promise<PlatformFile[]> {
  const own = path.join(folder, isLeakproof ? "leakproof" : "plain");
  const collations = { name: "1-collations.sql", text: collationsSql() };
  const files = [...(await Promise.all([folder, own].map(filesOf))).flat(), collations];
  return files.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

async function filesOf(directory: string): Promise<PlatformFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql"));
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(path.join(directory, name), "utf8") })),
  );
}
