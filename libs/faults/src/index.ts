/** One rpc by which every service lists its faults for a team. */
export type { Fault } from "../gen/rpc.ts";
export { descriptor as faultsDescriptor, rpcs as faultsRpcs } from "../gen/registry.ts";
export { COUNTED_MAX, counted } from "./counted.ts";
export type { AskedTeam, FindFaults } from "./deps.ts";
export { addFaults } from "./mount.ts";
export { unnormalizedOf, type UnnormalizedRow } from "./unnormalized.ts";
