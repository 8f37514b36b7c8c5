import type { ServiceSigner } from "@jst/caller";
import type { TlsIdentity } from "@jst/config";
import { InternalClient } from "@jst/rpc";
import { internal, type InternalCalls } from "../../gen/internal.ts";

/** Asks auth as this service. */
export function authClient(
  address: string,
  identity: ServiceSigner,
  tls?: TlsIdentity,
): InternalClient<InternalCalls> {
  return new InternalClient<InternalCalls>({ service: "auth", address, ...internal, identity, tls });
}
