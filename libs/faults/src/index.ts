/** What a service says of what does not work for a team: one rpc, answered by every service that knows of something. */
export type { Fault } from "../gen/rpc.ts";
export { descriptor as faultsDescriptor, rpcs as faultsRpcs } from "../gen/registry.ts";
export { COUNTED_MAX, counted } from "./counted.ts";
export type { AskedTeam, FindFaults } from "./deps.ts";
export { addFaults } from "./mount.ts";
