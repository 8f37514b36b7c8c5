import { chainStart, verifyPart } from "@jst/events";
import type { InternalHandler } from "../../gen/rpc.ts";
import { chainOf } from "../audit/queries.ts";
import { findTeam } from "./queries.ts";

/** Entries of one call: a part that is read and computed well within a call's time. */
const partSize = 5_000;

/** Verifies one part of a team's chain; jst asks for one part after the other. */
export const verifyAudit: InternalHandler<"VerifyAudit"> = async ({ team, after }, { deps }) => {
  const teamId = await findTeam(deps.operator, team);
  const signed = (await deps.signedHeads?.of(teamId)) ?? new Map<number, string>();
  const part = await verifyPart(chainOf(deps.operator, teamId), after ?? chainStart, partSize, signed);
  return { body: { ...part } };
};
