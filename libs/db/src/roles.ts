/** A service's schema and the database roles that reach it. */
export interface ServiceRoles {
  /** Name of the service, of its schema and of its runtime role. */
  service: string;
  /** Further roles that may look into the schema; each gets its tables by the service's own migrations. */
  readers: readonly string[];
}

/** Every service that owns a schema. A new service is one line here. */
export const services = [
  { service: "auth", readers: ["auth_lookup", "auth_relay", "auth_audit"] },
  { service: "data", readers: ["data_worker", "data_relay"] },
  { service: "crm", readers: ["crm_relay"] },
  { service: "webhooks", readers: ["webhooks_worker", "webhooks_relay"] },
] as const satisfies readonly ServiceRoles[];

/** Name of a service that owns a schema. */
export type ServiceName = (typeof services)[number]["service"];

/** Every database role: `<service>_owner` migrates, `<service>` serves; none of them may bypass row-level security. */
export const roles: readonly string[] = services.flatMap(({ service, readers }) => [
  `${service}_owner`,
  service,
  ...readers,
]);
