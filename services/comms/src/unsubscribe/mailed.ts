import type { Row } from "@jst/db";
import { notFound } from "@jst/errors";
import { findTeam, secretHash, type Brand, type PageRequest } from "@jst/pages";
import type { Deps } from "../deps.ts";

/** The marketing mail that an address of unsubscribing came with. */
export interface Mailed extends Row {
  team_id: string;
  id: string;
  /** Whom it went to, folded. */
  address: string;
}

/** Finds it by the secret, which does not expire; throws not_found for one that nobody was sent. */
export async function findMailed({ path }: PageRequest, { lookup }: Deps): Promise<Mailed> {
  const hash = secretHash(path["secret"] ?? "");
  const [found] = hash === undefined ? [] : await lookup.query<Mailed>(byHash(hash));
  if (found === undefined) throw notFound();
  return found;
}

const byHash = (hash: Buffer) => ({
  name: "comms.messages.unsubscribe",
  text: "select m.team_id, m.id, m.address from comms.messages m where m.unsubscribe_hash = decode($1, 'hex')",
  values: [hash.toString("hex")],
});

/** The dress of the page; none where auth cannot tell or the team is gone: an opt-out never fails for that. */
export async function brandOf(
  { team_id }: Mailed,
  { hop }: PageRequest,
  { auth }: Deps,
): Promise<Brand | undefined> {
  const team = await findTeam(auth, { team_id }, hop).catch(() => undefined);
  return team?.brand;
}

/** Returns the name of the sender. */
export const nameOf = (brand: Brand | undefined): string => brand?.name ?? "this sender";
