import { uuidv7 } from "@jst/db";
import { AppError } from "@jst/errors";
import type { Handler } from "../../gen/rpc.ts";
import { newEndpointSecret } from "../secrets/endpoint-secret.ts";
import { secretOwner } from "../secrets/secret-box.ts";
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
    if ((await queries.countEndpoints(tx)) >= queries.endpointsMax) throw limitReached();
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

function limitReached(): AppError {
  return new AppError(
    "limit_reached",
    `A team has at most ${queries.endpointsMax} webhooks; remove one first.`,
  );
}
