import { platformContext } from "@jst/rpc";
import type { InternalHandler } from "../../gen/rpc.ts";
import { findIdentified, type Identified } from "../contacts/queries.ts";

/** Answers the live contact of the team that this e-mail address identifies in any case; null when there is none. */
export const findContactByEmail: InternalHandler<"FindContactByEmail"> = async ({ team_id, email }, call) => {
  const context = platformContext(team_id, call);
  const identified = findIdentified(context.teamId, "email", email);
  const [holder] = await call.deps.database.read<Identified>(context, identified);
  return { body: { id: holder?.id ?? null } };
};
