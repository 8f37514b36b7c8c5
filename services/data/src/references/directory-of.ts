import type { ServiceSigner } from "@jst/caller";
import type { TlsIdentity } from "@jst/config";
import { InternalClient } from "@jst/rpc";
import { internal, type InternalCalls } from "../../gen/internal.ts";
import { Directory } from "./directory.ts";

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
      ...internal,
      identity,
      tls,
    });
  return new Directory(client("auth", addresses.authGrpc), client("crm", addresses.crmGrpc));
}
