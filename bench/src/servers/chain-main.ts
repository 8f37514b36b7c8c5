// The chain alone: the fleet's own gateway, an auth that allows everybody at once, and the statement of the service
// behind gRPC. What ours takes more is what our auth and our service do; what the chain takes is the price of having
// one.
import { spawn } from "node:child_process";
import cluster from "node:cluster";
import { framed, GrpcServer } from "@jst/rpc";
import { grpcReply } from "../../../libs/rpc/src/outgoing.ts";
import { requestReader } from "../../../libs/rpc/src/wire-request.ts";
import { baseEnvironment } from "../../../dev/src/component.ts";
import { allowedResponse, okPart } from "../../../services/auth/src/check/check-response.ts";
import { StatementRunner, type FloorAnswer } from "./floor-statements.ts";
import type { ChainSettings } from "./settings.ts";

const settings = JSON.parse(process.env["BENCH_SERVER"] ?? "") as ChainSettings;
const host = "127.0.0.1";
const onFault = (error: unknown): void => console.error(error);

if (cluster.isPrimary) {
  cluster.fork({ PART: "auth" });
  cluster.fork({ PART: "data" });
  const gateway = spawn(settings.envoy, settings.envoyArguments, { env: baseEnvironment(), stdio: "ignore" });
  process.once("SIGTERM", () => {
    gateway.kill("SIGKILL");
    process.exit();
  });
} else if (process.env["PART"] === "auth") await serveAuth();
else await serveData();

/** Allows every request, with as much to hand on as our auth has. */
async function serveAuth(): Promise<void> {
  const server = new GrpcServer({ onFault });
  const upstream = { "x-internal-token": "x".repeat(800) };
  const part = okPart({ upstream, remove: ["authorization"], response: {} });
  const rateLimit = '"default";r=9999;t=60';
  server.addUnary("/envoy.service.auth.v3.Authorization/Check", () => ({
    frame: [framed(allowedResponse(part, rateLimit))],
  }));
  await server.listen(host, settings.ports.chainAuth);
}

/** Answers three rpcs of the data service by its statements. */
async function serveData(): Promise<void> {
  const server = new GrpcServer({ onFault });
  const runner = new StatementRunner(settings, "chain");
  const read = requestReader([
    { name: "table_id", number: 1 },
    { name: "row_id", number: 2 },
  ]);
  const readWithBody = requestReader([{ name: "body", number: 2 }]);
  const reply = ([status, body]: FloorAnswer) =>
    grpcReply({ status, headers: {}, contentType: "application/json", body });
  server.addUnary("/data.v1.Rows/GetRow", async (message) =>
    reply(await runner.row(read(message).path["row_id"] ?? "")),
  );
  server.addUnary("/data.v1.Rows/ListRows", async () => reply(await runner.page()));
  server.addUnary("/data.v1.Rows/CreateRow", async (message) =>
    reply(await runner.insert(readWithBody(message).body?.data.toString() ?? "")),
  );
  await server.listen(host, settings.ports.chainData);
}
