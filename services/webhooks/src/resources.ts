import type { Change, Resources } from "@jst/changes";
import { requireRoomForUndone, lockEndpointsForUndo } from "./webhooks/endpoint-limit.ts";
import { webhooks } from "./webhooks/webhook.ts";

/** Resources whose changes webhooks records. */
export const resources: Resources = {
  webhooks: webhooks.recorded({
    noun: "webhook",
    finalBecause: (change) =>
      issuedSecret(change) ? "This change issued a secret, so it cannot be undone." : undefined,
    undo: { hold: lockEndpointsForUndo, settle: requireRoomForUndone },
  }),
};

/** A new endpoint and a rotation give a secret away (trust.not-undoable). */
function issuedSecret({ op, before, after }: Change): boolean {
  if (op === "create") return true;
  return op === "update" && before?.["previous_secret_until"] !== after?.["previous_secret_until"];
}
