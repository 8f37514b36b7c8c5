import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";

/** Table of the server, as Airtable describes it, and its records. */
export interface ServedTable {
  id: string;
  name: string;
  primaryFieldId: string;
  fields: { id: string; name: string; type: string; options?: object }[];
  views: { id: string; name: string; type: string }[];
  records: { id: string; fields: Record<string, unknown>; commentCount?: number }[];
}

/** Reply that the server gives in place of its own; undefined for its own. */
type Instead = (path: string, asked: number) => { status: number; body?: unknown } | undefined;

/** Server that answers the documented API of Airtable for one base and one token. */
export interface AirtableServer {
  url: string;
  baseId: string;
  token: string;
  tables: ServedTable[];
  /** Paths that were asked for, in their order. */
  asked: string[];
  instead: Instead;
  /** Texts of attachments by their paths. */
  files: Map<string, string>;
}

const PAGE = 100;

/** Starts such a server, which ends with the file of tests. */
export async function airtableServer(tables: ServedTable[]): Promise<AirtableServer> {
  const server: AirtableServer = {
    ...{ url: "", baseId: "appLkNDICXNqxSDhG", token: "patAbCdEf1234567.0123456789abcdef", tables },
    ...{ asked: [], instead: () => undefined, files: new Map() },
  };
  const http = createServer((request, response) => answer(server, request, response));
  await once(http.listen(0, "127.0.0.1"), "listening");
  after(() => {
    http.closeAllConnections();
    http.close();
  });
  server.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return server;
}

function answer(server: AirtableServer, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://airtable.test");
  server.asked.push(request.url ?? "");
  const instead = server.instead(request.url ?? "", server.asked.length);
  const file = server.files.get(pathname);
  if (instead === undefined && file !== undefined) {
    response.writeHead(200, { "content-type": "text/plain" }).end(file);
    return;
  }
  const own = instead ?? replyOf(server, request, pathname, searchParams);
  const text = JSON.stringify(own.body ?? { errors: [{ error: `STATUS_${own.status}` }] });
  response.writeHead(own.status, { "content-type": "application/json" }).end(text);
}

function replyOf(
  { baseId, token, tables }: AirtableServer,
  { headers }: IncomingMessage,
  path: string,
  query: URLSearchParams,
): { status: number; body?: unknown } {
  if (headers.authorization !== `Bearer ${token}`)
    return {
      status: 401,
      body: { error: { type: "AUTHENTICATION_REQUIRED", message: "Authentication required" } },
    };
  const hidden = {
    error: { type: "INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND", message: "Invalid permissions" },
  };
  if (path === `/v0/meta/bases/${baseId}/tables`)
    return { status: 200, body: { tables: tables.map((table) => ({ ...table, records: undefined })) } };
  const table = tables.find(({ id }) => path.startsWith(`/v0/${baseId}/${id}`));
  const record = table?.records.find(({ id }) => path.endsWith(`/${id}`));
  if (record !== undefined) return { status: 200, body: record };
  if (table === undefined) return { status: 403, body: hidden };
  if (query.get("returnFieldsByFieldId") !== "true" || query.get("pageSize") !== String(PAGE))
    return { status: 422, body: { error: { type: "INVALID_REQUEST_UNKNOWN" } } };
  const start = Number(query.get("offset")?.replace("itr/", "") ?? 0);
  const records = table.records.slice(start, start + PAGE).map((record) => ({
    ...record,
    createdTime: "2026-01-01T00:00:00.000Z",
  }));
  const hasMore = start + PAGE < table.records.length;
  return { status: 200, body: { records, ...(hasMore && { offset: `itr/${start + PAGE}` }) } };
}

/** Returns an id in the form of Airtable's, by its kind and a number. */
export const airtableId = (kind: "rec" | "fld" | "tbl", ...parts: (string | number)[]): string =>
  `${kind}${parts.join("").padStart(14, "0")}`;

/** Makes an attachment of the server, whose text is under its path. */
export const attachmentOf = ({ url }: AirtableServer, id: string, path = `/${id}`) => ({
  ...{ id, url: `${url}${path}`, filename: `${id}.txt`, size: 3, type: "text/plain" },
});
