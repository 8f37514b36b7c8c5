import type { ServiceSigner } from "@jst/caller";
import type { TlsIdentity } from "@jst/config";
import { InternalClient } from "@jst/rpc";
import { readFileSync } from "node:fs";
import { type InternalCalls, internalRpcs } from "../../gen/internal.ts";
import { Directory } from "./directory.ts";

/** Wire messages of the rpcs of other services that this one may call. */
export const internalDescriptor = readFileSync(new URL("../../gen/internal.binpb", import.meta.url));

/** A directory that asks auth and crm at these addresses, as this service. */
export function directoryOf(
  addresses: { authGrpc: string; crmGrpc: string },
  identity: ServiceSigner,
  tls?: TlsIdentity,
): Directory {
  const client = (service: string, address: string) =>
    new InternalClient<InternalCalls>({
      service,
      address,
      descriptor: internalDescriptor,
      rpcs: internalRpcs,
      identity,
      tls,
    });
  return new Directory(client("auth", addresses.authGrpc), client("crm", addresses.crmGrpc));
}
