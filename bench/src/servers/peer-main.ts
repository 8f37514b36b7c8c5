// The peer: PostGraphile as its manual sets it up for production: no GraphiQL, no explain, persisted operations,
// prepared statements, a worker per core. The team comes in a header nobody checks and becomes a setting of each
// transaction.
import cluster from "node:cluster";
import { createServer } from "node:http";
import { PersistedPlugin } from "@grafserv/persisted";
import { postgraphile } from "postgraphile";
import { makePgService } from "postgraphile/adaptors/pg";
import { grafserv } from "postgraphile/grafserv/node";
import { PostGraphileAmberPreset } from "postgraphile/presets/amber";
import { operations } from "./operations.ts";
import type { ServerSettings } from "./settings.ts";

const settings = JSON.parse(process.env["BENCH_SERVER"] ?? "") as ServerSettings;

if (cluster.isPrimary) for (let index = 0; index < settings.workers; index += 1) cluster.fork();
else await serve();

async function serve(): Promise<void> {
  const pgService = makePgService({
    connectionString: settings.connectionString,
    schemas: ["peer"],
    poolConfig: { max: settings.poolSize, application_name: "peer" },
  });
  const serv = postgraphile({
    extends: [PostGraphileAmberPreset],
    plugins: [PersistedPlugin],
    pgServices: [pgService],
    grafast: {
      explain: false,
      context: ({ node }) => ({
        pgSettings: {
          "app.team_id": node?.req.headers["x-team-id"],
          "app.request_id": "00000000-0000-0000-0000-000000000000",
        },
      }),
    },
    grafserv: {
      graphiql: false,
      watch: false,
      outputDataAsString: true,
      persistedOperations: Object.fromEntries(
        Object.values(operations).map(({ id, document }) => [id, document]),
      ),
      hashFromPayload: ({ documentId }) => documentId,
    },
  }).createServ(grafserv);
  const server = createServer();
  await serv.addTo(server);
  server.listen(settings.port, "127.0.0.1");
}
