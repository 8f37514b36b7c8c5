import type { TlsIdentity } from "@jst/config";
import { Upstreams } from "@jst/rpc";
import {
  changesetComments,
  changesetServices,
  descriptor,
  things,
  type askedServices,
} from "../../gen/things.ts";

/** gRPC address of each service that has things. */
export type AskedAddresses = Readonly<Record<(typeof askedServices)[number], string>>;

/** Opens the services that have things; crm asks its own door too, where each thing is gated as any request. */
export function askedUpstreams(addresses: AskedAddresses, tls?: TlsIdentity): Upstreams {
  const called = [...Object.values(things), ...Object.values(changesetComments)];
  return new Upstreams({ called, descriptor, addresses, changesetServices, tls });
}
