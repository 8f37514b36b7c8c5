import { platformContext } from "@jst/rpc";
import type { Row } from "@jst/db";
import type { ContactAddress, InternalHandler } from "../../gen/rpc.ts";

/** Answers the addresses of live contacts of a team; ids of other teams are left out. */
export const findAddresses: InternalHandler<"FindAddresses"> = async ({ team_id: teamId, ids }, call) => {
  const contacts = await call.deps.database.read<ContactAddress & Row>(platformContext(teamId, call), {
    name: "crm.directory.addresses",
    text: `select c.id, c.email, c.phone
      from crm.contacts c where c.team_id = $1 and c.id = any($2::uuid[]) and c.archived_at is null`,
    values: [teamId, ids],
  });
  return { body: { contacts } };
};
