import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describeConfig, type Environment, type SettingDescription } from "@jst/config";
import { roles, services as schemas } from "@jst/db";
import { repository } from "../config.ts";
import { services, type ServiceDeclaration } from "../services.ts";

/** A door of a service: gRPC, or HTTP for express; `public` is the gateway's. */
type Door = "grpc" | "http" | "public";

/** What the charts must know of one service; all of it is declared in its own code. */
export interface ServiceFacts {
  doors: Door[];
  /** Whether it has migrations. */
  hasSchema: boolean;
  settings: SettingDescription[];
}

/** One line of the table of who calls whom. Every NetworkPolicy is made of it. */
export interface Call {
  from: string;
  to: string;
  /** Of a service; stores and the internet have their own ports. */
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

/** Calls that are nobody's setting: of clients, of the Jobs before a rollout, and of `helm test`. */
const callsOfTheChart: readonly Call[] = [
  { from: "clients", to: "gateway", door: "public" },
  { from: "migrations", to: "database" },
  { from: "test", to: "gateway", door: "public" },
  { from: "test", to: "auth", door: "grpc" },
  { from: "test", to: "data", door: "grpc" },
];

/** Derives the facts from config.ts of every service, its declaration here and the generated routes. */
export async function chartFacts(): Promise<Facts> {
  const telemetry = await settingsOf("libs/telemetry");
  const described = await Promise.all(
    services.map(async ({ name }): Promise<[string, ServiceFacts]> => {
      const settings = [...telemetry, ...(await settingsOf(path.join("services", name)))];
      return [name, { doors: doorsOf(settings), hasSchema: hasSchema(name), settings }];
    }),
  );
  const clusters = clustersOfRoutes();
  const calls = [
    ...callsOfTheChart,
    ...Object.values(clusters).map(({ service, door }): Call => ({ from: "gateway", to: service, door })),
    ...services.flatMap((service) => callsOf(service, settingsNamed(described, service.name))),
  ];
  const byName = (a: Call, b: Call): number => (lineOf(a) < lineOf(b) ? -1 : 1);
  return { services: Object.fromEntries(described), clusters, calls: calls.sort(byName), roles };
}

function lineOf({ from, to, door }: Call): string {
  return `${from} ${to} ${door ?? ""}`;
}

function hasSchema(name: string): boolean {
  return schemas.some(({ service }) => service === name);
}

/** The settings behind the one `read…Config` that the folder's config.ts exports. */
async function settingsOf(folder: string): Promise<SettingDescription[]> {
  const file = path.join(repository, folder, "src/config.ts");
  const exported = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  const read = Object.entries(exported).find(([name]) => /^read\w+Config$/.test(name))?.[1];
  if (typeof read !== "function") throw new Error(`${file} exports no read…Config.`);
  const settings = describeConfig(read as (environment: Environment) => unknown);
  return settings.sort((a, b) => (a.variable < b.variable ? -1 : 1));
}

function doorsOf(settings: readonly SettingDescription[]): Door[] {
  const has = (variable: string): boolean => settings.some((setting) => setting.variable === variable);
  return [...(has("GRPC_PORT") ? ["grpc" as const] : []), ...(has("HTTP_PORT") ? ["http" as const] : [])];
}

function settingsNamed(described: readonly [string, ServiceFacts][], name: string): SettingDescription[] {
  return described.find(([service]) => service === name)?.[1].settings ?? [];
}

/** What a service's settings let it reach: an address or a connection is a reason to call. */
function callsOf(
  { name, isDispatcher }: ServiceDeclaration,
  settings: readonly SettingDescription[],
): Call[] {
  const variables = settings.map(({ variable }) => variable);
  const peers = variables.flatMap((variable) => /^(\w+)_GRPC$/.exec(variable)?.[1]?.toLowerCase() ?? []);
  const stores = [
    ["database", /DATABASE_URL$/],
    ["redis", /^REDIS_URL$/],
    ["kafka", /^KAFKA_BROKERS$/],
  ] as const;
  return [
    ...peers.map((to): Call => ({ from: name, to, door: "grpc" })),
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
