import { uuidv7 } from "@jst/db";
import type { Handler } from "../../gen/rpc.ts";
import { requireWritten } from "../filters/require-demand.ts";
import { issueSecret } from "./issued-secret.ts";
import { requireTypes } from "./require-types.ts";
import { webhooks } from "./webhook.ts";

/** Stores an endpoint for events that are committed from now on; its secret is in this reply alone. */
export const createWebhook: Handler<"CreateWebhook"> = async ({ body }, call) => {
  requireTypes(call.caller, body.events);
  requireWritten(body);
  const next = webhooks.draft(body);
  await webhooks.check(next, call);
  const id = uuidv7();
  const { hidden, shownIn } = issueSecret(call, id);
  return call.write(async (tx) => shownIn(await webhooks.insert(tx, { ...next, ...hidden, id }, call, true)));
};
