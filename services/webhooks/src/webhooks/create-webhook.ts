import { uuidv7 } from "@jst/db";
import type { Handler } from "../../gen/rpc.ts";
import { newEndpointSecret } from "../secrets/endpoint-secret.ts";
import { secretOwner } from "../secrets/secret-box.ts";
import { requireWithinLimit } from "./endpoint-limit.ts";
import * as queries from "./queries.ts";
import { requirePublicUrl } from "./require-public-url.ts";
import { withMember } from "./webhook-json.ts";

/** Stores an endpoint for events that are committed from now on; its secret is in this reply alone. */
export const createWebhook: Handler<"CreateWebhook"> = async ({ body }, call) => {
  const { caller, deps } = call;
  await requirePublicUrl(deps.guard, body.url, caller);
  const id = uuidv7();
  const secret = newEndpointSecret();
  const endpoint = {
    id,
    url: body.url,
    events: [...new Set(body.events)],
    description: body.description ?? null,
    enabled: body.enabled ?? true,
    secret: deps.secrets.seal(secret, secretOwner(caller.team_id, id)),
  };
  return call.write(async (tx) => {
    await queries.lockEndpoints(tx);
    await requireWithinLimit(tx, { more: 1 });
    const created = await queries.insertEndpoint(tx, endpoint);
    return {
      body: withMember(created.body, "secret", JSON.stringify(secret)),
      headers: {
        etag: `"${created.version}"`,
        location: `${call.baseUrl}/api/v1/webhooks/${id}`,
        "cache-control": "no-store",
      },
    };
  });
};
