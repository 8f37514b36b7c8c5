import { send, type Answer, type Request } from "./http.ts";
import type { Ids } from "./path-ids.ts";

/** Sends a request as the team under test; a planted fault is one that does not do just this. */
export type Ask = (request: Request) => Promise<Answer>;

/** A place in a request where an id of somebody else can stand. */
export interface Position {
  name: string;
  /** Which kind of thing it names, as makeWorld knows it. */
  kind: string;
  requestWith: (id: string) => Request;
}

const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));

/**
 * Places that no path, and no member called `…id`, shows: cells, members of batches, nested settings, conditions,
 * tools.
 */
export function valuePositions(table: string, own: Ids): Position[] {
  const rows = `/api/v1/data/tables/${table}/rows`;
  const post = (path: string, body: unknown): Request => ({ method: "POST", path, body });
  const tool = (name: string, more: object): Request =>
    post("/api/v1/mcp", {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: { table_id: table, ...more } },
    });
  const at = (name: string, kind: string, requestWith: Position["requestWith"]) => ({
    name,
    kind,
    requestWith,
  });
  const row = "row_id";
  const related = (id: string) => ({ field: "one", op: "eq", value: id });
  const toTable = (id: string) => ({ name: "r", type: "relation", relation: { table_id: id } });
  return [
    at("a relation's cell", row, (id) => post(rows, { data: { one: id } })),
    at("a member of a relation's list", row, (id) => post(rows, { data: { many: [own["row_id"], id] } })),
    at("a contact's cell", "contact_id", (id) => post(rows, { data: { contact: id } })),
    at("a user's cell", "token_id", (id) => post(rows, { data: { user: id } })),
    at("a changed cell", row, (id) => ({
      method: "PATCH",
      path: `${rows}/${own["linked_id"] ?? ""}`,
      body: { data: { one: id } },
    })),
    at("a row of a batch", row, (id) =>
      post(`${rows}:batch`, { rows: [{ data: { one: own["row_id"] } }, { data: { one: id } }] }),
    ),
    at("a relation of a new column", "table_id", (id) =>
      post(`/api/v1/data/tables/${table}/columns`, toTable(id)),
    ),
    at("a relation of a new table", "table_id", (id) =>
      post("/api/v1/data/tables", { display_name: "Nested", columns: [toTable(id)] }),
    ),
    at("a condition", row, (id) => ({ path: `${rows}?filter=${json(related(id))}` })),
    at("a nested condition", row, (id) => ({
      path: `${rows}?filter=${json({ or: [related(id), { and: [{ field: "many", op: "has_any", value: [id] }] }] })}`,
    })),
    at("a cell of a tool", row, (id) => tool("insert_row", { data: { one: id } })),
    at("a condition of a tool", row, (id) => tool("query_rows", { filter: related(id) })),
    at("a restored row", row, (id) => ({
      method: "PATCH",
      path: `${rows}/${id}`,
      body: { action: "restore" },
    })),
  ];
}

/** Names of a request, also inside the text of a tool's result. */
const ownNames = /\\*"(?:request_id|trace_id)\\*":\\*"[^"\\]*\\*"/g;

/** Returns an answer without the names of its request, and with the id it was about replaced. */
export function said({ status, body }: Answer, id: string): string {
  return `${status} ${JSON.stringify(body).replaceAll(ownNames, "").replaceAll(id, "ID")}`;
}

/** The positions at which another team's id is answered otherwise than one that nobody has, or twice not alike. */
export async function leaksOf(
  positions: readonly Position[],
  foreign: Ids,
  absent: () => string,
  ask: Ask,
): Promise<string[]> {
  const leaks: string[] = [];
  for (const { name, kind, requestWith } of positions) {
    const id = foreign[kind] ?? "";
    const nobodys = absent();
    const seen = said(await ask(requestWith(nobodys)), nobodys);
    const theirs = said(await ask(requestWith(id)), id);
    if (theirs !== seen) leaks.push(`${name}: ${theirs} instead of ${seen}`);
  }
  return leaks;
}

/** Asks as the holder of a token. */
export const askAs =
  (token: string): Ask =>
  (request) =>
    send({ ...request, token });
