import type { Service } from "./service.ts";

// A new service is one entry here; `make service NAME=…` adds it.
const list = [
  {
    name: "auth",
    doors: ["grpc", "http"],
    calls: ["emr"],
    schema: { readers: ["lookup", "audit"], outbox: "audit" },
    isIssuer: true,
    isDispatcher: true,
  },
  {
    name: "data",
    doors: ["grpc", "http"],
    calls: ["auth", "crm"],
    schema: { readers: ["worker", "lookup"], outbox: "events" },
    hasFiles: true,
  },
  {
    name: "crm",
    doors: ["grpc", "http"],
    calls: ["auth", "data"],
    schema: { readers: ["worker"], outbox: "events" },
  },
  {
    name: "agent",
    doors: ["http"],
    calls: ["auth", "crm", "data", "webhooks", "comms", "scheduling", "commerce", "emr"],
  },
  {
    name: "webhooks",
    doors: ["grpc"],
    calls: ["auth"],
    schema: { readers: ["worker"], outbox: "audit" },
    isDispatcher: true,
  },
  {
    name: "comms",
    doors: ["grpc", "http"],
    calls: ["auth", "crm", "data"],
    schema: { readers: ["worker", "lookup"], outbox: "events" },
    isDispatcher: true,
  },
  {
    name: "scheduling",
    doors: ["grpc", "http"],
    calls: ["auth", "crm", "comms"],
    schema: { readers: ["worker", "lookup"], outbox: "events" },
    hasSecretPages: true,
  },
  {
    name: "commerce",
    doors: ["grpc", "http"],
    calls: ["auth", "crm"],
    schema: { readers: ["worker"], outbox: "events" },
    isDispatcher: true,
    hasSecretPages: true,
  },
  {
    name: "emr",
    doors: ["grpc"],
    calls: ["auth", "crm", "data"],
    schema: { readers: ["audit"], outbox: "audit" },
  },
  { name: "console", doors: ["http"], calls: [] },
] as const satisfies readonly Service[];

/** Name of a service. */
export type ServiceName = (typeof list)[number]["name"];

/** Name of a service that keeps data, and of its schema. */
export type SchemaName = Extract<(typeof list)[number], { schema: object }>["name"];

/**
 * Every service of the platform, in the order of its local ports. The local fleet, the database, the charts with their
 * network rules and the tests take a service from here.
 */
export const services: readonly (Service & { name: ServiceName })[] = list;
