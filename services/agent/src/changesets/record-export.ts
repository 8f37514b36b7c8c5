import { actorIdOf } from "@jst/caller";
import type { HttpList } from "@jst/http";
import type { Peers } from "../../gen/internal.ts";
import { contextOf } from "../call-context.ts";

/** Longest time of the record. */
const RECORD_MS = 10_000;

/** Puts exports of lists on record in auth, as this service has no outbox (moving.record). */
export function exportRecorder(auth: Pick<Peers["auth"], "recordExport">): HttpList["record"] {
  return async ({ resource, reason }, request, response) => {
    const { caller, requestId, traceparent } = contextOf(request, response);
    const made = {
      team_id: caller.team_id,
      actor_type: caller.token_type,
      actor_id: actorIdOf(caller),
      token_id: caller.token_id,
      request_id: requestId,
      ...{ resource, reason },
    };
    await auth.recordExport(made, { requestId, traceparent, deadline: Date.now() + RECORD_MS });
  };
}
