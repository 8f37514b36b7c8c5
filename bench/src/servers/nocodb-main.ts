// Another platform: NocoDB as its image runs it, a worker per core, each with the cache it has without Redis. It keeps
// its own record of each write (audit).
import "./without-native.ts";
import cluster from "node:cluster";
import { createServer, type RequestListener, type Server } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { nocodbAdmin, nocodbConnection } from "./nocodb-settings.ts";
import type { ServerSettings } from "./settings.ts";

/** As much of Express as this needs. */
type Express = RequestListener & { use: (handler: RequestListener) => void };

interface NocodbPackage {
  Noco: { init: (options: object, server: Server, app: Express) => Promise<RequestListener> };
}

const settings = JSON.parse(process.env["BENCH_SERVER"] ?? "") as ServerSettings;

if (cluster.isPrimary) startWorkers();
else await serve();

function startWorkers(): void {
  const { email, password } = nocodbAdmin(settings);
  const env = {
    NC_DB_JSON: JSON.stringify({ ...nocodbConnection(settings), searchPath: ["nocodb_meta"] }),
    NC_ADMIN_EMAIL: email,
    NC_ADMIN_PASSWORD: password,
    NC_AUTH_JWT_SECRET: password,
    NC_TOOL_DIR: tmpdir(),
    NC_DISABLE_TELE: "true",
    NC_DISABLE_ERR_REPORTS: "true",
    NC_DISABLE_SUPPORT_CHAT: "true",
  };
  // It tells of each of its routes when it starts.
  cluster.setupPrimary({ stdio: ["ignore", "ignore", "inherit", "ipc"] });
  for (let index = 0; index < settings.workers; index += 1) cluster.fork(env);
}

async function serve(): Promise<void> {
  const packages = createRequire(new URL("../../nocodb/package.json", import.meta.url));
  const { Noco } = packages("nocodb") as NocodbPackage;
  const app = (packages("express") as () => Express)();
  const server = createServer(app);
  app.use(await Noco.init({}, server, app));
  server.listen(settings.port, "127.0.0.1");
}
