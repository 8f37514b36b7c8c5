import { addRpcs, type DoorOptions, type GrpcServer } from "@jst/rpc";
import { descriptor, rpcs } from "../gen/registry.ts";
import type { Deps, FindFaults } from "./deps.ts";

/** Registers the rpc of a service that knows what does not work for a team. */
export function addFaults<Service>(
  server: GrpcServer,
  door: DoorOptions<Service>,
  findFaults: FindFaults<Service>,
): void {
  const find: Deps["find"] = (context) =>
    findFaults({ context, read: (statement) => door.database.read(context, statement) }, door.deps);
  addRpcs<Deps>(server, { ...door, rpcs, descriptor, deps: { find } });
}
