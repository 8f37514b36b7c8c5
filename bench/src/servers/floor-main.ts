// The floor: node:http and pg, the statement of the service on the same PostgreSQL, prepared. No identity is checked,
// nothing is limited, logged or validated; the team is a setting of the connection.
import cluster from "node:cluster";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { StatementRunner, type FloorAnswer } from "./floor-statements.ts";
import type { ServerSettings } from "./settings.ts";

const settings = JSON.parse(process.env["BENCH_SERVER"] ?? "") as Required<ServerSettings>;

if (cluster.isPrimary) for (let index = 0; index < settings.workers; index += 1) cluster.fork();
else serve();

function serve(): void {
  const runner = new StatementRunner(settings, "floor");
  const answer = async (request: IncomingMessage): Promise<FloorAnswer> => {
    const { url = "", method } = request;
    if (url === "/rows:batch") return runner.batch(await bodyOf(request));
    if (method === "POST")
      return runner.insert(await bodyOf(request), url === "/plain-rows" ? "plainInsert" : "insert");
    if (url.startsWith("/rows/")) return runner.row(url.slice("/rows/".length));
    return runner.page();
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
  server.listen(settings.port, "127.0.0.1");
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  request.setEncoding("utf8");
  for await (const chunk of request) text += String(chunk);
  return text;
}
