import { requireId } from "@jst/resource";
import type { Handler } from "../../gen/rpc.ts";
import { requireWritten } from "../filters/require-demand.ts";
import { issueSecret } from "./issued-secret.ts";
import { requireStoredTypes, requireTypes } from "./require-types.ts";
import { webhooks } from "./webhook.ts";

/**
 * Changes the members given, or nothing when all are so already. New event types and a new URL are checked as at
 * creation; a new secret is in this reply alone.
 */
export const updateWebhook: Handler<"UpdateWebhook"> = async (input, call) => {
  const { path, body } = input;
  requireTypes(call.caller, body.events);
  requireWritten(body);
  if (body.url !== undefined && body.events === undefined) await requireStoredTypes(call, path.webhook_id);
  if (body.rotate_secret !== true) return webhooks.update(input, call);
  const { members } = webhooks.patchOf(body);
  await webhooks.check(members, call);
  const id = requireId(path.webhook_id);
  const { hidden, shownIn } = issueSecret(call, id);
  return call.write(async (tx) =>
    shownIn(await webhooks.apply(tx, id, { members, hidden }, call.ifMatch, true)),
  );
};
