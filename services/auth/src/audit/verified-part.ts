import { chainStart, verifyPart, type ChainPlace, type VerifiedPart } from "@jst/events";
import type { AccountDeps } from "../deps.ts";
import { chainOf } from "./queries.ts";

/** Entries of one call: a part that is read and computed well within a call's time. */
const PART_SIZE = 5_000;

/** Verifies one part of the team's chain, from a place up to which it is known to be whole (operation.audit-chain). */
export async function verifiedPart(
  { operator, signedHeads }: Pick<AccountDeps, "operator" | "signedHeads">,
  teamId: string,
  after: ChainPlace = chainStart,
): Promise<VerifiedPart> {
  const signed = (await signedHeads?.of(teamId)) ?? new Map<number, string>();
  return verifyPart(chainOf(operator, teamId), after, PART_SIZE, signed);
}
