import type { Service } from "./service.ts";
import { packageOf, services, type SchemaName, type ServiceName } from "./services.ts";

/** A schema and the database roles that reach it. */
export interface Schema {
  /** Also the name of its service and of the runtime role. */
  name: SchemaName;
  /** Role that migrates. */
  owner: string;
  /** Further roles that may look into the schema. */
  readers: readonly string[];
  /** Outbox that a relay carries to the broker; undefined without one. */
  outbox: "audit" | "events" | undefined;
  /** Workload that runs the relay. */
  relay: ServiceName;
}

/** Every schema, in the order of the services. */
export const schemas: readonly Schema[] = services.flatMap(({ name, schema }) => {
  if (schema === undefined) return [];
  const { readers = [], outbox, relay = name } = schema;
  const all = outbox === undefined ? readers : [...readers, "relay"];
  // The types of these names do not follow from what stands beside them.
  const schemaName = name as SchemaName;
  return [
    {
      name: schemaName,
      owner: `${name}_owner`,
      readers: all.map((reader) => `${name}_${reader}`),
      outbox,
      relay: relay as ServiceName,
    },
  ];
});

/** Returns the schema of a workload, which workloads of one package share. Throws for one without a schema. */
export function schemaOf(name: ServiceName): SchemaName {
  const found = schemas.find((schema) => schema.name === packageOf(name));
  if (found === undefined) throw new Error(`${name} has no schema in libs/fleet/src/services.ts.`);
  return found.name;
}

/** Every database role: `<service>_owner` migrates, `<service>` serves; none of them may bypass row-level security. */
export const roles: readonly string[] = schemas.flatMap(({ name, owner, readers }) => [
  owner,
  name,
  ...readers,
]);

/** Services whose outbox is carried to the broker: each tells the audit log. */
export const relaying: readonly SchemaName[] = schemas
  .filter(({ outbox }) => outbox !== undefined)
  .map(({ name }) => name);

/** Services whose domain events webhooks delivers. */
export const producers: readonly SchemaName[] = schemas
  .filter(({ outbox }) => outbox === "events")
  .map(({ name }) => name);

/** Lists the roles by which a workload reaches its schema, and the settings that hold their connections. */
export function connectionsOf({ name, package: home = name }: Service): { role: string; variable: string }[] {
  const schema = schemas.find((one) => one.name === home);
  if (schema === undefined) return [];
  const readers = schema.readers.filter((role) => role !== `${home}_relay` || schema.relay === name);
  return [
    { role: home, variable: "DATABASE_URL" },
    ...readers.map((role) => ({
      role,
      variable: `${role.slice(home.length + 1).toUpperCase()}_DATABASE_URL`,
    })),
  ];
}
