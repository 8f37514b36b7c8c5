import { systemContext } from "@jst/db";
import type { InternalHandler } from "../../gen/rpc.ts";

/** Lists rows whose texts are not in NFC, as another row has that value. */
export const listUnnormalized: InternalHandler<"ListUnnormalized"> = async ({ team_id }, { deps }) => ({
  body: { rows: await deps.unnormalized(systemContext(team_id)) },
});
