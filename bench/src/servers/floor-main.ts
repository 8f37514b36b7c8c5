// The floor: node:http and pg, the statement of the service on the same PostgreSQL, prepared. No identity is checked,
// nothing is limited, logged or validated; the team is a setting of the connection.
import cluster from "node:cluster";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import pg from "pg";
import type { SampleStatement } from "../facts.ts";
import type { ServerSettings } from "./settings.ts";

const settings = JSON.parse(process.env["BENCH_SERVER"] ?? "") as Required<ServerSettings>;
const { statements, port, workers } = settings;

if (cluster.isPrimary) for (let index = 0; index < workers; index += 1) cluster.fork();
else serve();

function serve(): void {
  const pool = new pg.Pool({
    connectionString: settings.connectionString,
    max: settings.poolSize,
    application_name: "floor",
    options: settings.sessionOptions,
  });
  const run = async (name: string, { text }: SampleStatement, values: unknown[]): Promise<Found> => {
    const { rows } = await pool.query<Found>({ name, text, values });
    return rows[0] ?? {};
  };
  const { row, list, insert, plainInsert, batch, sampleId, sampleCells } = statements;

  const answer = async (request: IncomingMessage): Promise<[status: number, body: string]> => {
    const { url = "", method } = request;
    if (url === "/rows:batch") {
      const { rows } = JSON.parse(await bodyOf(request)) as { rows: { data: unknown }[] };
      const cells = JSON.stringify(rows.map(({ data }) => data));
      const values = replaced(batch, sampleCells, cells);
      const stored = await pool.query<{ id: string }>({ name: "batch", text: batch.text, values });
      return [200, JSON.stringify({ ids: stored.rows.map(({ id }) => id) })];
    }
    if (method === "POST") {
      const { data } = JSON.parse(await bodyOf(request)) as { data: unknown };
      const cells = JSON.stringify(data);
      const [name, statement] =
        url === "/plain-rows" ? (["plainInsert", plainInsert] as const) : (["insert", insert] as const);
      const found = await run(name, statement, replaced(statement, sampleCells, cells));
      return [201, String(found.body)];
    }
    if (url.startsWith("/rows/")) {
      const found = await run("row", row, replaced(row, sampleId, url.slice("/rows/".length)));
      return found.body === undefined ? [404, "{}"] : [200, found.body];
    }
    const { items = "", following = 0, last } = await run("list", list, list.values);
    // The rows of the bench are ASCII.
    const rows = items.slice(0, items.length - following - 1);
    return [200, `{"rows":[${rows}],"next_cursor":${JSON.stringify(last)},"has_more":${following > 0}}`];
  };

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    answer(request).then(
      ([status, body]) => {
        const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
        response.writeHead(status, headers).end(body);
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(port, "127.0.0.1");
}

interface Found {
  body?: string;
  items?: string;
  following?: number;
  last?: unknown;
}

function replaced({ values }: SampleStatement, sample: string, value: string): unknown[] {
  return values.map((one) => (one === sample ? value : one));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  request.setEncoding("utf8");
  for await (const chunk of request) text += String(chunk);
  return text;
}
