import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { packageOf, programOf, roles, services, type Door as ServiceDoor, type Service } from "@jst/fleet";
import { repository } from "../config.ts";
import { requireAgreement } from "./agreement.ts";
import { configOf, settingsOf, type SettingFacts } from "./settings.ts";

/** A door of a service; `public` is the gateway's. */
type Door = ServiceDoor | "public";

/** Facts about one service that the charts need, from the list of services and its own code. */
export interface ServiceFacts {
  doors: readonly Door[];
  /** Folder of its code, and name of its image. */
  package: string;
  /** Program of the image that it runs, where that is not src/main.ts. */
  program?: string;
  /** Whether it has migrations. */
  hasSchema: boolean;
  settings: SettingFacts[];
}

/** One line of the table of who calls whom. Every NetworkPolicy is made of it. */
export interface Call {
  from: string;
  to: string;
  /** Door of a service; stores and the internet have their own ports. */
  door?: Door;
}

/** Everything of charts/fleet/files/facts.json. */
export interface Facts {
  services: Record<string, ServiceFacts>;
  /** Cluster of the generated routes -> the door behind it. */
  clusters: Record<string, { service: string; door: Door }>;
  calls: Call[];
  /** PostgreSQL roles: each has a connection string in the database secret. */
  roles: readonly string[];
}

/** Calls without a setting: of clients, of the Jobs before a rollout, and of `helm test`. */
const callsOfTheChart: readonly Call[] = [
  { from: "clients", to: "gateway", door: "public" },
  { from: "migrations", to: "database" },
  { from: "test", to: "gateway", door: "public" },
  { from: "test", to: "account", door: "grpc" },
  { from: "test", to: "data", door: "grpc" },
];

/**
 * Derives the facts from the list of services, config.ts of each and the generated routes. Throws one error that lists
 * where a config.ts and the list do not agree.
 */
export async function chartFacts(): Promise<Facts> {
  const telemetry = await settingsOf("libs/telemetry/src/config.ts");
  const described = await Promise.all(
    services.map(async (service): Promise<[Service, ServiceFacts]> => {
      const settings = [...telemetry, ...(await settingsOf(configOf(service)))];
      const { name, doors, schema } = service;
      const home = packageOf(name);
      const program = home === name ? {} : { program: programOf(service) };
      return [service, { doors, package: home, ...program, hasSchema: schema !== undefined, settings }];
    }),
  );
  requireAgreement(described.map(([service, { settings }]) => [service, settings]));
  const clusters = clustersOfRoutes();
  const calls = [
    ...callsOfTheChart,
    ...Object.values(clusters).map(({ service, door }): Call => ({ from: "gateway", to: service, door })),
    ...described.flatMap(([service, { settings }]) => callsOf(service, settings)),
  ];
  const byName = (a: Call, b: Call): number => (lineOf(a) < lineOf(b) ? -1 : 1);
  const facts = Object.fromEntries(described.map(([{ name }, its]) => [name, its]));
  return { services: facts, clusters, calls: calls.sort(byName), roles };
}

function lineOf({ from, to, door }: Call): string {
  return `${from} ${to} ${door ?? ""}`;
}

/** The services it calls by the list, and the stores that its settings let it reach. */
function callsOf({ name, calls, isDispatcher }: Service, settings: readonly SettingFacts[]): Call[] {
  const variables = settings.map(({ variable }) => variable);
  const stores = [
    ["database", /DATABASE_URL$/],
    ["redis", /^REDIS_URL$/],
    ["kafka", /^KAFKA_BROKERS$/],
  ] as const;
  return [
    ...calls.map((to): Call => ({ from: name, to, door: "grpc" })),
    ...stores
      .filter(([, pattern]) => variables.some((variable) => pattern.test(variable)))
      .map(([to]): Call => ({ from: name, to })),
    ...(isDispatcher === true ? [{ from: name, to: "internet" }] : []),
  ];
}

/** The routes name a cluster after its service, with `_http` behind for the express door. */
function clustersOfRoutes(): Facts["clusters"] {
  const file = path.join(repository, "gateway/gen/routes.json");
  if (!existsSync(file)) throw new Error(`${file} is missing; run \`make gen\`.`);
  const { routes } = JSON.parse(readFileSync(file, "utf8")) as { routes: { route?: { cluster?: string } }[] };
  const names = new Set(["auth", ...routes.flatMap(({ route }) => route?.cluster ?? [])]);
  return Object.fromEntries(
    [...names].sort().map((cluster) => {
      const isHttp = cluster.endsWith("_http");
      return [cluster, { service: cluster.replace(/_http$/, ""), door: isHttp ? "http" : "grpc" }];
    }),
  );
}
