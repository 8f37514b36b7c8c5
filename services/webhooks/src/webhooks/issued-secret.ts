import type { Stored } from "@jst/resource";
import type { Call, Reply } from "@jst/rpc";
import type { WebhookValues } from "../../gen/resources.ts";
import type { Deps } from "../deps.ts";
import { newEndpointSecret, secretOwner } from "../secrets/endpoint-secret.ts";
import { withMember } from "./with-member.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** A new secret of an endpoint. */
export interface IssuedSecret {
  /** Sealed, as the row holds it. */
  hidden: { secret: string };
  /** The reply with the secret: it is the only one that shows it, and nobody may keep it. */
  shownIn: (reply: Reply) => Reply;
}

/** Makes a new secret of the endpoint of this id. */
export function issueSecret({ caller, deps }: Call<Deps>, id: string): IssuedSecret {
  const secret = newEndpointSecret();
  const sealed = deps.secrets.seal(secret, secretOwner(caller.team_id, id));
  return {
    hidden: { secret: `\\x${sealed.toString("hex")}` },
    shownIn: (reply) => ({
      ...reply,
      body: withMember(reply.body as string, "secret", JSON.stringify(secret)),
      headers: { ...reply.headers, "cache-control": "no-store" },
    }),
  };
}

/** The secret before a rotation goes on signing for a day (events.rotation). */
export function keepPreviousSecret(
  next: Stored<WebhookValues>,
  _given: Partial<WebhookValues>,
  before: Stored<object> | undefined,
): Stored<WebhookValues> {
  if (before === undefined || next["secret"] === before["secret"]) return next;
  const until = new Date(Date.now() + dayMs).toISOString();
  return { ...next, previous_secret: before["secret"], previous_secret_until: until };
}
