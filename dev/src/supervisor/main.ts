// Runs detached, one per fleet: node supervisor/main.ts STATE_DIR BASE_PORT
import { rmSync } from "node:fs";
import path from "node:path";
import { identify } from "../process/identity.ts";
import { fleetPaths, replaceFileSync } from "../state.ts";
import { serveControl } from "./control.ts";
import { Supervisor } from "./supervisor.ts";

const [stateDir, basePort] = process.argv.slice(2);
if (stateDir === undefined || basePort === undefined) throw new Error("Usage: main.ts STATE_DIR BASE_PORT");

const paths = fleetPaths(stateDir);
const supervisor = new Supervisor(paths, Number(basePort));

// The command that started us holds the fleet's lock and made sure that no other supervisor lives.
rmSync(path.join(paths.runDir, "control.sock"), { force: true });
replaceFileSync(paths.supervisorFile, JSON.stringify(identify(process.pid)));
const server = await serveControl(paths.runDir, async (request) => {
  const report = await supervisor.handle(request);
  if (request.op === "shutdown") leave();
  return report;
});

/** Nothing is left to supervise: the loop empties once the last reply is written. */
function leave(): void {
  rmSync(paths.supervisorFile, { force: true });
  server.close();
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => {
    void supervisor.shutdown().then(leave);
  });
}
