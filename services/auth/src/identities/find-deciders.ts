import type { InternalHandler } from "../../gen/rpc.ts";
import { findDeciders as select } from "./queries.ts";

/** Lists the members who may decide on proposals of others. */
export const findDeciders: InternalHandler<"FindDeciders"> = async ({ team_id }, { deps }) => ({
  body: { member_ids: await select(deps.operator, team_id) },
});
