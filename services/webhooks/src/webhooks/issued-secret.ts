import { AppError } from "@jst/errors";
import type { Stored } from "@jst/resource";
import type { Call, Reply } from "@jst/rpc";
import type { WebhookValues } from "../../gen/resources.ts";
import type { Deps } from "../deps.ts";
import { newEndpointSecret, secretOwner } from "../secrets/endpoint-secret.ts";
import { withMember } from "./with-member.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** Former secrets that sign beside the present one. */
const FORMER_MAX = 5;

/** A former secret as the row holds it. */
interface FormerSecret {
  /** Sealed, in base64. */
  secret: string;
  /** RFC 3339. */
  until: string;
}

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

/**
 * Lets the secret before a rotation sign for a day, and each one before it for the rest of its own (events.rotation).
 * Throws limit_reached for one more than that.
 */
export function keepFormerSecrets(
  next: Stored<WebhookValues>,
  _given: Partial<WebhookValues>,
  before: Stored<object> | undefined,
): Stored<WebhookValues> {
  if (before === undefined || next["secret"] === before["secret"]) return next;
  const now = Date.now();
  const former = [
    previousOf(before),
    ...((before as { former_secrets?: FormerSecret[] | null }).former_secrets ?? []),
  ].filter((one) => one !== undefined && Date.parse(one.until) > now);
  if (former.length >= FORMER_MAX)
    throw new AppError(
      "limit_reached",
      `${FORMER_MAX} former secrets are still valid, which is the maximum. Rotate again after the oldest one expires, at ${former.at(-1)?.until ?? ""}.`,
    );
  return {
    ...next,
    previous_secret: before["secret"],
    previous_secret_until: new Date(now + dayMs).toISOString(),
    former_secrets: former,
  };
}

/** The secret that the last rotation replaced. */
function previousOf(before: Stored<object>): FormerSecret | undefined {
  const { previous_secret: secret, previous_secret_until: until } = before as Record<string, unknown>;
  if (typeof secret !== "string" || typeof until !== "string") return undefined;
  return { secret: Buffer.from(secret.slice(2), "hex").toString("base64"), until };
}
