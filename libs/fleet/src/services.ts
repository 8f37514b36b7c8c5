import type { Service } from "./service.ts";

// A new service is one entry here; `make service NAME=…` adds it.
const list = [
  {
    name: "auth",
    doors: ["grpc"],
    calls: [],
    schema: { readers: ["lookup", "audit"], outbox: "events", relay: "account" },
    isIssuer: true,
    hasRedis: true,
  },
  {
    name: "account",
    package: "auth",
    doors: ["grpc", "http"],
    calls: ["comms", "emr"],
    isDispatcher: true,
    hasRedis: true,
    keepsAuditHeads: true,
  },
  {
    name: "data",
    doors: ["grpc", "http"],
    calls: ["auth", "account", "crm"],
    schema: { readers: ["worker", "lookup"], outbox: "events" },
    isDispatcher: true,
    hasFiles: true,
  },
  {
    name: "crm",
    doors: ["grpc", "http"],
    calls: ["auth", "account", "data", "webhooks", "comms", "scheduling", "commerce"],
    schema: { readers: ["worker"], outbox: "events" },
  },
  {
    name: "agent",
    doors: ["http"],
    calls: ["auth", "account", "crm", "data", "webhooks", "comms", "scheduling", "commerce", "emr"],
  },
  {
    name: "webhooks",
    doors: ["grpc"],
    calls: ["auth", "account"],
    schema: { readers: ["worker"], outbox: "events" },
    isDispatcher: true,
  },
  {
    name: "comms",
    doors: ["grpc", "http"],
    calls: ["auth", "account", "crm", "data"],
    schema: { readers: ["worker", "lookup"], outbox: "events" },
    isDispatcher: true,
  },
  {
    name: "scheduling",
    doors: ["grpc", "http"],
    calls: ["auth", "account", "crm", "comms"],
    schema: { readers: ["worker", "lookup"], outbox: "events" },
    hasSecretPages: true,
  },
  {
    name: "commerce",
    doors: ["grpc", "http"],
    calls: ["auth", "account", "crm"],
    schema: { readers: ["worker"], outbox: "events" },
    isDispatcher: true,
    hasSecretPages: true,
  },
  {
    name: "emr",
    doors: ["grpc"],
    calls: ["auth", "account", "crm", "data"],
    schema: { readers: ["audit"], outbox: "audit" },
  },
  { name: "console", doors: ["http"], calls: [] },
] as const satisfies readonly Service[];

/** Name of a service. */
export type ServiceName = (typeof list)[number]["name"];

/** Name of a service that has a schema, and of that schema. */
export type SchemaName = Extract<(typeof list)[number], { schema: object }>["name"];

/**
 * Every service of the platform, in the order of its local ports. The local fleet, the database, the charts with their
 * network rules and the tests take a service from here.
 */
export const services: readonly (Service & { name: ServiceName })[] = list;

/** Every folder of services, each an image: a workload that shares one has none of its own. */
export const packages: readonly ServiceName[] = services
  .filter((service) => service.package === undefined)
  .map(({ name }) => name);

/** Program of a workload in that folder. */
export function programOf({ name, package: home }: Service): string {
  return home === undefined ? "src/main.ts" : `src/${name}-main.ts`;
}

/** Folder of a workload's code: `services/<folder>`. */
export function packageOf(name: string): string {
  return services.find((service) => service.name === name)?.package ?? name;
}
