import type { TlsIdentity } from "@jst/config";
import { Upstreams } from "@jst/rpc";
import {
  changesetComments,
  changesetServices,
  descriptor,
  things,
  type thingServices,
} from "../../gen/things.ts";

/** gRPC address of each service that has things. */
export type ThingAddresses = Readonly<Record<(typeof thingServices)[number], string>>;

/** Opens connections to the services whose resources have comments; crm calls its own door too, which checks calls. */
export function thingUpstreams(addresses: ThingAddresses, tls?: TlsIdentity): Upstreams {
  const called = [...Object.values(things), ...Object.values(changesetComments)];
  return new Upstreams({ called, descriptor, addresses, changesetServices, tls });
}
