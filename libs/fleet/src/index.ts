/** The one list of services, as data: nothing here imports anything. */
export type { Door, Service } from "./service.ts";
export { packageOf, packages, programOf, services, type SchemaName, type ServiceName } from "./services.ts";
export { connectionsOf, producers, relaying, roles, schemaOf, schemas, type Schema } from "./schemas.ts";
