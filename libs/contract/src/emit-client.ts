import { CSV_TYPE, XLSX_TYPE } from "@jst/tabular/parameters";
import openapiTS, { astToString } from "openapi-typescript";
import { HEADER, type Generated } from "./generated.ts";

/** The members of an OpenAPI description that say what the client leaves out. */
interface Described {
  paths: Record<string, Record<string, { "x-alias-of"?: string }>>;
}

/**
 * The types of the public API for programs that call it over HTTP (libs/client). They are made from the generated
 * OpenAPI description alone, as anybody outside would make them. Aliases and pages for people are left out: a client
 * has one way to each thing. Arrays are not read-only: openapi-fetch takes
 * those for objects. A free-form object holds anything.
 */
export async function emitClient(generated: readonly Generated[]): Promise<Generated> {
  const file = generated.find(({ path }) => path === "services/agent/gen/openapi.json");
  const openapi = JSON.parse(String(file?.content)) as Described;
  const paths = Object.entries(openapi.paths).filter(
    ([path, verbs]) =>
      path.startsWith("/api/") && Object.values(verbs).every((verb) => !("x-alias-of" in verb)),
  );
  const source = JSON.stringify({ ...openapi, paths: Object.fromEntries(paths) }, withoutFiles);
  const nodes = await openapiTS(source, { silent: true, emptyObjectsUnknown: true });
  return { path: "libs/client/gen/openapi.ts", content: HEADER + astToString(nodes) };
}

/** Leaves the files of lists out: with several types of a reply, a client of TypeScript would not know which it has. */
function withoutFiles(name: string, value: unknown): unknown {
  return name === CSV_TYPE || name === XLSX_TYPE ? undefined : value;
}
