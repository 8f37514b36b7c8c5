import type { ServiceSigner } from "@jst/caller";
import type { TlsIdentity } from "@jst/config";
import { InternalClient } from "@jst/rpc";
import { readFileSync } from "node:fs";
import { type InternalCalls, internalRpcs } from "../../gen/internal.ts";

/** Wire messages of the rpcs of other services that this one may call. */
export const internalDescriptor = readFileSync(new URL("../../gen/internal.binpb", import.meta.url));

/** Asks auth as this service. */
export function authClient(
  address: string,
  identity: ServiceSigner,
  tls?: TlsIdentity,
): InternalClient<InternalCalls> {
  return new InternalClient<InternalCalls>({
    service: "auth",
    address,
    descriptor: internalDescriptor,
    rpcs: internalRpcs,
    identity,
    tls,
  });
}
