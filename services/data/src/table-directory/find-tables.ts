import { platformContext } from "@jst/rpc";
import type { InternalHandler } from "../../gen/rpc.ts";

/** Tells apart the tables of a team from ids of nothing; another team's table is nothing here. */
export const findTables: InternalHandler<"FindTables"> = async ({ team_id: teamId, ids }, call) => {
  const found = await call.deps.database.read<{ id: string }>(platformContext(teamId, call), {
    name: "data.tables.find_known",
    text: "select t.id from data.tables t where t.team_id = $1 and t.id = any($2::uuid[])",
    values: [teamId, ids],
  });
  return { body: { ids: found.map(({ id }) => id) } };
};
