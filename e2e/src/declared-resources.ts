import type { Image, Resource, Resources } from "@jst/changes";
import { readdir, readFile } from "node:fs/promises";

const services = new URL("../../services/", import.meta.url);

/** Resources of each service that declares some, by its name. */
export async function declaredResources(): Promise<Map<string, Resources>> {
  const found = new Map<string, Resources>();
  for (const service of await readdir(services)) {
    const files = await readdir(new URL(`${service}/src/`, services)).catch((): string[] => []);
    if (!files.includes("resources.ts")) continue;
    const path = new URL(`${service}/src/resources.ts`, services).href;
    const module = (await import(path)) as {
      resources?: Resources;
      resourcesWith?: (parts: object) => Resources;
    };
    found.set(service, module.resources ?? module.resourcesWith?.({}) ?? {});
  }
  return found;
}

/** Reads from the schema of a service how the rows of a resource's table look: each column with some value. */
export async function rowLike(service: string, { table }: Resource): Promise<Image> {
  const schema = await readFile(new URL(`${service}/schema.sql`, services), "utf8");
  const begin = schema.indexOf(`create table ${table} (`);
  if (begin < 0) throw new Error(`schema.sql of ${service} has no table ${table}.`);
  const lines = schema.slice(begin, schema.indexOf("\n);", begin)).split("\n").slice(1);
  const columns = lines.flatMap((line) => [...line.matchAll(/^ {2}"?(\w+)"? ([a-z].*)/g)]);
  return Object.fromEntries(
    columns
      // The database alone writes a column that follows from others.
      .filter(
        ([, name = "", form = ""]) => name !== "constraint" && !form.includes("generated always as stored"),
      )
      .map(([, name = "", form = ""]) => [name, valueOf(form)]),
  );
}

function valueOf(form: string): unknown {
  if (form.startsWith("timestamp")) return "2026-01-01T00:00:00.000Z";
  return form.startsWith("jsonb not null") ? {} : null;
}
