import { notFound } from "@jst/errors";
import { fieldsOf, resourcePage, type CursorCodec, type ListParameters, type Params } from "@jst/query";
import { isUuid, type Call, type Reply } from "@jst/rpc";
import { findImport, listedJson } from "./import-queries.ts";
import type { StoredImport } from "./import.ts";
import { fileRowJson, isWarned, rowJson } from "./row-queries.ts";

type ListDeps = { cursors: CursorCodec };

/** Reads an import of the team; 404 for an absent, a foreign and a deleted one. */
export async function found(call: Pick<Call<unknown>, "read" | "caller">, id: string): Promise<StoredImport> {
  if (!isUuid(id)) throw notFound();
  const [stored] = await call.read<StoredImport>(findImport(call.caller.team_id, id.toLowerCase()));
  if (stored === undefined) throw notFound();
  return stored;
}

/** Answers one import. */
export async function getImport(id: string, call: Call<unknown>): Promise<Reply> {
  const { body, version } = await found(call, id);
  const headers = { etag: `"${version}"` };
  return call.isKnown(version) ? { body: "", status: 304, headers } : { body, headers };
}

const importFields = fieldsOf(
  { name: "name", kind: "text", sql: "i.name", notNull: true },
  { name: "status", kind: "select", sql: "i.status", notNull: true },
  { name: "id", kind: "uuid", sql: "i.id", notNull: true },
  { name: "created_at", kind: "datetime", sql: "i.created_at", notNull: true },
  { name: "updated_at", kind: "datetime", sql: "i.updated_at", notNull: true },
  { name: "changeset_id", kind: "select", sql: "i.changeset_id", sort: false },
);

/** Lists the team's imports without their parts. */
export async function listImports<Deps extends ListDeps>(
  query: ListParameters,
  call: Call<Deps>,
  route: string,
): Promise<Reply> {
  const list = {
    plural: "imports",
    route,
    from: "imports i",
    item: listedJson,
    fields: importFields,
    texts: ["i.name"],
    where: (params: Params) => [
      `i.team_id = ${params.add(call.caller.team_id, "uuid")}`,
      "i.deleted_at is null",
    ],
  };
  return { body: await resourcePage(list, query, call) };
}

/** Parameters of the rows of an import. */
export interface RowParameters extends ListParameters {
  part?: number;
  verdict?: string;
  state?: string;
  warned?: boolean;
}

/** A row of the source is known by its part and its number. */
const rowFields = fieldsOf(
  { name: "part", kind: "number", sql: "r.part", notNull: true },
  { name: "id", kind: "number", sql: "r.row", notNull: true },
);

/** Lists the rows of an import with their verdicts, in the order of the source (imports.verdicts). */
export async function listImportRows<Deps extends ListDeps>(
  id: string,
  query: RowParameters,
  call: Call<Deps>,
  route: string,
): Promise<Reply> {
  const stored = await found(call, id);
  const list = {
    plural: "rows",
    route: `${route}:${stored.id}:${stored.generation}`,
    from: "import_rows r",
    item: call.walk === undefined ? rowJson : fileRowJson,
    fields: rowFields,
    order: "part:asc",
    filters: {
      part: (part: number, params: Params) => `r.part = ${params.add(part, "integer")}`,
      verdict: (verdict: string, params: Params) => `r.verdict = ${params.add(verdict, "text")}`,
      warned: (warned: boolean) => (warned ? isWarned : `not (${isWarned})`),
      state: (state: string, params: Params) => `r.state = ${params.add(state, "text")}`,
    },
    where: (params: Params) => [
      `r.team_id = ${params.add(call.caller.team_id, "uuid")}`,
      `r.import_id = ${params.add(stored.id, "uuid")}`,
      `r.generation = ${params.add(stored.generation, "integer")}`,
    ],
  };
  return { body: await resourcePage(list, query, call) };
}
