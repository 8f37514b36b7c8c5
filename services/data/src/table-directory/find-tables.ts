import type { InternalHandler } from "../../gen/rpc.ts";

/** Tells apart the tables of a team from ids of nothing; another team's table is nothing here. */
export const findTables: InternalHandler<"FindTables"> = async ({ team_id: teamId, ids }, call) => {
  const { deadline, departure } = call.hop;
  const context = {
    teamId,
    tokenId: "",
    actorType: "system" as const,
    actorId: "",
    requestId: call.requestId,
    timeoutMs: Math.max(1, deadline - Date.now()),
    ...(departure === undefined ? {} : { departure }),
  };
  const found = await call.deps.database.read<{ id: string }>(context, {
    name: "data.tables.find_known",
    text: "select t.id from data.tables t where t.team_id = $1 and t.id = any($2::uuid[])",
    values: [teamId, ids],
  });
  return { body: { ids: found.map(({ id }) => id) } };
};
