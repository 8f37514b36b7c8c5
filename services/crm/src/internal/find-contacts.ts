import { platformContext } from "@jst/rpc";
import type { InternalHandler } from "../../gen/rpc.ts";

/** Reports which ids are live contacts of the team; another team's contact is absent. */
export const findContacts: InternalHandler<"FindContacts"> = async ({ team_id: teamId, ids }, call) => {
  const found = await call.deps.database.read<{ id: string }>(platformContext(teamId, call), {
    name: "crm.directory.find",
    text: "select c.id from crm.contacts c where c.team_id = $1 and c.id = any($2::uuid[]) and c.archived_at is null",
    values: [teamId, ids],
  });
  return { body: { ids: found.map(({ id }) => id) } };
};
