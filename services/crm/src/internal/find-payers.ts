import { platformContext } from "@jst/rpc";
import type { Row } from "@jst/db";
import type { InternalHandler, Payer } from "../../gen/rpc.ts";

/** Answers the billing members of live contacts of a team; ids of other teams are left out. */
export const findPayers: InternalHandler<"FindPayers"> = async ({ team_id: teamId, ids }, call) => {
  const contacts = await call.deps.database.read<Payer & Row>(platformContext(teamId, call), {
    name: "crm.directory.payers",
    text: `select c.id, c.display_name as name, c.company, c.email, c.phone, c.address
      from crm.contacts c where c.team_id = $1 and c.id = any($2::uuid[]) and c.archived_at is null`,
    values: [teamId, ids],
  });
  return { body: { contacts } };
};
