/** Facts that other services and customers learn of. The table is made by `platform.install_outbox` (libs/db/sql). */
export { eventTypes, type EventType } from "./event-types.ts";
export { publish, type Json, type NewEvent } from "./publish.ts";
