import type { InternalHandler } from "../../gen/rpc.ts";
import { capture } from "../providers/provider.ts";
import { memberRouteOf } from "./member-mails.ts";

/** Answers whether mail to the members of the team is sent. */
export const getMailing: InternalHandler<"GetMailing"> = async ({ team_id }, { deps }) => {
  const { provider } = await memberRouteOf(deps.routing, deps.fleetMail, team_id.toLowerCase());
  return { body: { is_sending: provider !== capture } };
};
