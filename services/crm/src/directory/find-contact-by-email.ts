import type { InternalHandler } from "../../gen/rpc.ts";
import { findHolder } from "../contacts/queries.ts";
import { asSystem } from "./as-system.ts";

/** Answers the live contact of the team with this e-mail address in any case; null when there is none. */
export const findContactByEmail: InternalHandler<"FindContactByEmail"> = async ({ team_id, email }, call) => {
  const context = asSystem(team_id.toLowerCase(), call);
  const held = findHolder(context.teamId, { field: "email", value: email });
  const [holder] = await call.deps.database.read<{ id: string }>(context, held);
  return { body: { id: holder?.id ?? null } };
};
