import { addRpcs, type DoorOptions, type GrpcServer } from "@jst/rpc";
import { descriptor, rpcs } from "../gen/registry.ts";
import type { Deps, FindFaults } from "./deps.ts";
import { unnormalizedFaults, unnormalizedOf } from "./unnormalized.ts";

/** Registers the rpc of a service: its own faults, and texts that are not in NFC (conventions.normalization). */
export function addFaults<Service>(
  server: GrpcServer,
  door: DoorOptions<Service>,
  findFaults: FindFaults<Service> = () => Promise.resolve([]),
): void {
  const find: Deps["find"] = async (context) => {
    const read: Parameters<FindFaults<Service>>[0]["read"] = (statement) =>
      door.database.read(context, statement);
    const found = await findFaults({ context, read }, door.deps);
    return [...found, ...unnormalizedFaults(await unnormalizedOf(read, context.teamId))];
  };
  addRpcs<Deps>(server, { ...door, rpcs, descriptor, deps: { find } });
}
