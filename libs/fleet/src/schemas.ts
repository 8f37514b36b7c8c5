import { services, type SchemaName } from "./services.ts";

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
}

/** Every schema, in the order of the services. */
export const schemas: readonly Schema[] = services.flatMap(({ name, schema }) => {
  if (schema === undefined) return [];
  const { readers = [], outbox } = schema;
  const all = outbox === undefined ? readers : [...readers, "relay"];
  // The type of a name does not follow from what stands beside it.
  const schemaName = name as SchemaName;
  return [
    {
      name: schemaName,
      owner: `${name}_owner`,
      readers: all.map((reader) => `${name}_${reader}`),
      outbox,
    },
  ];
});

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
