import { notFound } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { newEndpointSecret } from "../secrets/endpoint-secret.ts";
import { secretOwner } from "../secrets/secret-box.ts";
import { requireVersion, requireWebhookId } from "./preconditions.ts";
import * as queries from "./queries.ts";
import { requirePublicUrl } from "./require-public-url.ts";
import { withMember } from "./webhook-json.ts";

/**
 * Changes the members given, or nothing when all are so already. A new URL is checked as at creation; a new secret is
 * in this reply alone.
 */
export const updateWebhook: Handler<"UpdateWebhook"> = async ({ path, body }, call) => {
  const { caller, deps } = call;
  if (body.url !== undefined) await requirePublicUrl(deps.guard, body.url, caller);
  const id = requireWebhookId(path.webhook_id);
  const secret = body.rotate_secret === true ? newEndpointSecret() : undefined;
  const change = {
    url: body.url,
    events: body.events && [...new Set(body.events)],
    description: body.description,
    enabled: body.enabled,
    secret: secret === undefined ? undefined : deps.secrets.seal(secret, secretOwner(caller.team_id, id)),
  };
  return call.write(async (tx) => {
    const stored = await queries.lockEndpoint(tx, id);
    if (stored === undefined) throw notFound();
    requireVersion(stored.version, call.ifMatch);
    const updated = await queries.updateEndpoint(tx, id, change);
    const { body: shown, version } = updated ?? (await queries.readEndpoint(tx, id));
    const headers = { etag: `"${version}"` };
    if (updated === undefined) return { body: shown, headers, isUnchanged: true };
    if (secret === undefined) return { body: shown, headers };
    return {
      body: withMember(shown, "secret", JSON.stringify(secret)),
      headers: { ...headers, "cache-control": "no-store" },
    };
  });
};
