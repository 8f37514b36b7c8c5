import { platformContext } from "@jst/rpc";
import type { InternalHandler } from "../../gen/rpc.ts";

/** Lists the faults that the service knows of for the team (operation.team-status). */
export const listFaults: InternalHandler<"ListFaults"> = async ({ team_id }, call) => ({
  body: { faults: await call.deps.find(platformContext(team_id, call)) },
});
