import { validationFailed } from "@jst/errors";
import { readInstant } from "@jst/query";
import type { InternalHandler } from "../../gen/rpc.ts";
import { dueSignal } from "../delivery/due-signal.ts";
import { redeliveriesMax, reopenFailed } from "./queries.ts";

/** One part; jst asks for one after the other. What belongs to a removed endpoint stays as it is. */
export const redeliverFailed: InternalHandler<"RedeliverFailed"> = async (body, { deps }) => {
  const { team_id: teamId = null, endpoint_id: endpointId = null } = body;
  if (teamId === null && endpointId === null) {
    const message = "Send team_id, endpoint_id or both.";
    throw validationFailed([{ field: "team_id", code: "required", message }]);
  }
  const { failed_since, failed_before } = body;
  const since = readInstant(failed_since);
  const before = failed_before === undefined ? null : readInstant(failed_before);
  const part = await deps.operator.onQueue((session) =>
    reopenFailed(session, { teamId, endpointId, since, before }),
  );
  dueSignal.ring();
  return { body: { ...part, complete: part.redelivered < redeliveriesMax } };
};
