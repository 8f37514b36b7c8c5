import { AppError } from "@jst/errors";
import { isIP } from "node:net";
import type { Operator } from "../operator.ts";
import { originOf } from "../sessions/own-page.ts";
import { normalizedHost } from "../teams/host-name.ts";
import { placeOf } from "../teams/place.ts";

/** A host as passkeys know it. */
export interface RelyingParty {
  /** The host, without its port. */
  id: string;
  /** Origin of its pages. */
  origin: string;
}

/**
 * Returns the relying party of the host that the client called. Throws 403 host_not_allowed for an unknown host, and
 * for an IP address: browsers make no passkey for one (passkeys.host).
 */
export async function relyingPartyOf(
  sent: string,
  { operator, baseUrl }: { operator: Operator; baseUrl: string },
): Promise<RelyingParty> {
  const id = normalizedHost(sent);
  if (isIP(id.replace(/^\[(.*)\]$/, "$1")) !== 0)
    throw new AppError("host_not_allowed", "Passkeys need a host name; call this server by its name.");
  await placeOf(id, operator, baseUrl);
  return { id, origin: originOf(id, baseUrl) };
}
