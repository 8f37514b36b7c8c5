import { availableParallelism } from "node:os";
import path from "node:path";
import { services } from "@jst/fleet";
import { envoyArguments, renderGateway } from "@jst/gateway";
import { gatewaySettings, gatewayWorkers } from "../../dev/src/components/gateway.ts";
import { roleUrl, superuserUrl } from "../../dev/src/components/postgres.ts";
import type { Fleet } from "../../dev/src/component.ts";
import type { Progress } from "../../dev/src/progress.ts";
import { replaceFile } from "../../dev/src/state.ts";
import { fleetReport } from "../../dev/src/supervisor/client.ts";
import { runApprovals } from "./approvals/main.ts";
import type { BenchSettings } from "./config.ts";
import type { ProcessGroup } from "./cpu.ts";
import { runDeliveries, type RunOutcome } from "./deliveries/main.ts";
import { programOf, runFiles } from "./files/main.ts";
import { LoadProcess } from "./load/load-process.ts";
import { runMails } from "./mails/main.ts";
import { runMoving } from "./moving/main.ts";
import { measure, warmUp, type Measured } from "./measure.ts";
import { memoryText, mixes, watchMemory } from "./memory.ts";
import { benchPorts } from "./ports.ts";
import { profiled, profileText } from "./profile.ts";
import { tableOf } from "./report.ts";
import type { Scenario } from "./scenarios/scenario.ts";
import type { Seeded } from "./seed.ts";
import { chosen, poolSize, seededFleet } from "./seeded-fleet.ts";
import { runIndexKeeping } from "./index-keeping.ts";
import { runNearest } from "./nearest.ts";
import { runNeighbours } from "./neighbours/main.ts";
import { runRefreshes } from "./refreshes.ts";
import { runSubscriptions } from "./subscriptions.ts";
import { captureStatements } from "./servers/capture.ts";
import { startTogether, type ServerName, type ServerProcess } from "./servers/server-process.ts";
import type { ChainSettings, ServerSettings } from "./servers/settings.ts";

type Ports = ReturnType<typeof benchPorts>;

/**
 * Before a scenario, and before the first one: as in production, no contestant is measured while its compiler still
 * works on the code all requests share (twice the CPU time a request in the first seconds, for us and the peer).
 */
const warmUpMs = 1_500;
const firstWarmUpMs = 8_000;
/** Rounds of the iterations that show the tail. */
const tailRounds = 2;

/** Measures every chosen scenario on a running fleet and prints each table as soon as it is known. */
export async function runScenarios(
  fleet: Fleet,
  settings: BenchSettings,
  progress: Progress,
  print: (text: string) => void,
): Promise<RunOutcome> {
  const seeded = await seededFleet(fleet, settings, progress);
  const ports = {
    gateway: fleet.ports.gateway,
    ...benchPorts(fleet.ports.gateway),
  };
  const servers = await progress.step("starting the floor and the peer", () =>
    startServers(fleet, seeded, ports),
  );
  const load = new LoadProcess({ ports, ...seeded });
  try {
    const groups = await processGroups(fleet, servers, load);
    const all: Measured[] = [];
    for (const scenario of chosen(settings)) {
      const measured = await progress.step(`measuring ${scenario.name}`, () =>
        measureScenario(scenario, settings, load, groups, all.length === 0 ? firstWarmUpMs : warmUpMs),
      );
      print(`\n${tableOf(scenario, measured)}\n`);
      for (const name of settings.profiled) {
        const pid = groups.find((group) => group.name === name)?.pids[0];
        if (pid !== undefined) print(await profileOf(name, pid, scenario, settings, load));
      }
      all.push(...measured);
    }
    for (const [name, mix] of Object.entries(mixes)) {
      if (!settings.scenarios.includes(name)) continue;
      const { connections, memoryRequests: requests } = settings;
      const names = services.filter(isWatched).map(({ name }) => name);
      const curves = await progress.step("watching memory", () =>
        watchMemory({ requests, connections, mix }, load, groups, names),
      );
      print(`\n${memoryText(requests, curves).text}\n`);
    }
    const verdicts = await runDeliveries({ fleet, settings, load, groups, seeded }, progress, print);
    verdicts.push(...(await runFiles({ fleet, settings, token: seeded.tokens[0] ?? "" }, progress, print)));
    for (const run of [runMails, runSubscriptions, runNearest, runNeighbours, runApprovals, runMoving])
      verdicts.push(...(await run({ fleet, settings, groups }, progress, print)));
    verdicts.push(...(await runIndexKeeping({ fleet, settings, load, groups }, progress, print)));
    verdicts.push(...(await runRefreshes({ fleet, settings, apps: seeded.apps }, progress, print)));
    return { measured: all, verdicts };
  } finally {
    load.stop();
    await Promise.all(Object.values(servers).map((server) => server.stop()));
  }
}

/** Whether the memory of a service is watched: data reaches the internet for imports alone, which no load has. */
const isWatched = ({ name, isDispatcher }: (typeof services)[number]): boolean =>
  isDispatcher !== true || name === "data";

async function measureScenario(
  scenario: Scenario,
  settings: BenchSettings,
  load: LoadProcess,
  groups: readonly ProcessGroup[],
  warmMs: number,
): Promise<Measured[]> {
  const { rounds, manyConnections } = settings;
  const connections = scenario.connections ?? settings.connections;
  const ms = settings.seconds * 1_000;
  await warmUp({ scenario, connections, ms: warmMs }, load);
  const measured = await measure({ scenario, connections, rounds, ms }, load, groups);
  if (!scenario.hasTail) return measured;
  const tail = { scenario, connections: manyConnections, rounds: Math.min(tailRounds, rounds), ms };
  return [...measured, ...(await measure(tail, load, groups))];
}

/** Where one process spends its time in an iteration of ours that is not measured. */
async function profileOf(
  name: string,
  pid: number,
  scenario: Scenario,
  { connections, seconds }: BenchSettings,
  load: LoadProcess,
): Promise<string> {
  const contestant = scenario.contestants[0]?.name ?? "";
  let requests = 1;
  const profile = await profiled(pid, async () => {
    const iteration = {
      scenario: scenario.name,
      contestant,
      connections,
      ms: seconds * 1_000,
      isWarmUp: true,
    };
    ({ requests } = await load.iteration(iteration));
  });
  return profileText(`${name} in ${scenario.name}`, profile, requests);
}

async function startServers(
  fleet: Fleet,
  { team, tableId, rowIds, peerPassword }: Seeded,
  ports: Ports,
): Promise<Partial<Record<ServerName, ServerProcess>>> {
  const service = roleUrl(fleet, "data");
  const sample = { teamId: team.id, tableId, rowId: rowIds[0] ?? "" };
  const statements = await captureStatements(service, sample);
  const peerUrl = new URL(superuserUrl(fleet, "jst"));
  peerUrl.username = "peer";
  peerUrl.password = peerPassword;
  const workers = availableParallelism();
  const common = { workers, poolSize, sessionOptions: "" };
  const asService = {
    ...common,
    connectionString: service,
    sessionOptions: sessionOptions(team.id),
    statements,
  };
  return startTogether({
    floor: { ...asService, port: ports.floor },
    chain: { ...asService, port: ports.chain, ...(await chainSettings(fleet, ports)) },
    peer: { ...common, port: ports.peer, connectionString: peerUrl.href },
  });
}

/** The fleet's gateway once more, as it is but for the two it speaks to. */
async function chainSettings(fleet: Fleet, ports: Ports): Promise<Omit<ChainSettings, keyof ServerSettings>> {
  const { chain, chainAdmin, chainAuth, chainData } = ports;
  const settings = gatewaySettings(fleet);
  const config = path.join(fleet.paths.configDir, "chain.yaml");
  const clusters = {
    ...settings.clusters,
    auth: { host: settings.host, port: chainAuth },
    data: { host: settings.host, port: chainData },
  };
  const chained = { ...settings, publicPort: chain, adminPort: chainAdmin, clusters };
  await replaceFile(config, renderGateway({ ...chained, accessLog: fleet.paths.log("chain-access") }));
  return {
    envoy: await programOf(fleet, "gateway"),
    envoyArguments: envoyArguments(config, gatewayWorkers()),
    ports: { chainAuth, chainData },
  };
}

/** Settings that the service makes in each transaction, set once for the whole connection. */
function sessionOptions(teamId: string): string {
  const someId = "00000000-0000-7000-8000-000000000000";
  const ids = ["actor_id", "token_id", "request_id", "changeset_id"].map((name) => [name, someId]);
  const values = [["team_id", teamId], ["actor_type", "service"], ...ids];
  return values.map(([name, value]) => `-c app.${name}=${value}`).join(" ");
}

/** Every process of the fleet by its name, the servers of the bench and the load. */
async function processGroups(
  fleet: Fleet,
  servers: Record<string, ServerProcess>,
  load: LoadProcess,
): Promise<ProcessGroup[]> {
  const report = await fleetReport(fleet.paths);
  return [
    ...Object.entries(servers).map(([name, { pid }]) => ({ name, pids: [pid] })),
    ...(report?.processes ?? []).map(({ name, pid }) => ({ name, pids: [pid] })),
    { name: "load", pids: [load.pid] },
  ];
}
