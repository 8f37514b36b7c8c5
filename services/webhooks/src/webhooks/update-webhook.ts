import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { issueSecret } from "./issued-secret.ts";
import { webhooks } from "./webhook.ts";

/**
 * Changes the members given, or nothing when all are so already. A new URL is checked as at creation; a new secret is
 * in this reply alone.
 */
export const updateWebhook: Handler<"UpdateWebhook"> = async (input, call) => {
  const { path, body } = input;
  if (body.rotate_secret !== true) return webhooks.update(input, call);
  const { members } = webhooks.patchOf(body);
  await webhooks.check(members, call);
  const id = requireId(path.webhook_id);
  const { hidden, shownIn } = issueSecret(call, id);
  return call.write(async (tx) =>
    shownIn(await webhooks.apply(tx, id, { members, hidden }, call.ifMatch, true)),
  );
};
