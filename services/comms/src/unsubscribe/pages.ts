import {
  type PageHandler,
  html,
  type Page,
  type PageRequest,
  findTeam,
  secretHash,
  type Brand,
} from "@jst/pages";
import type { Deps } from "../deps.ts";
import { systemContext, type Row } from "@jst/db";
import { optOut } from "../gate/record-consent.ts";
import { notFound } from "@jst/errors";

/** The pages on which recipients opt out (comms.unsubscribe). */
export function unsubscribePages(deps: Deps): Record<"showUnsubscribe" | "unsubscribe", PageHandler> {
  return {
    showUnsubscribe: (request) => showUnsubscribe(request, deps),
    unsubscribe: (request) => unsubscribe(request, deps),
  };
}

/** Asks whether the recipient wants no more of it: who only looks, such as a scanner of mail, changes nothing. */
export async function showUnsubscribe(request: PageRequest, deps: Deps): Promise<Page> {
  const mailed = await findMailed(request, deps);
  const brand = await brandOf(mailed, request, deps);
  // No field: the one click of a mail program sends none of ours either.
  const content = html`<p class="lead">Do you want no more advertising from ${nameOf(brand)} by e-mail?</p>
<form method="post"><button type="submit">Unsubscribe</button></form>
`;
  return { title: "Unsubscribe", content, brand };
}

/** Opts the address out of marketing e-mail at once, whatever was sent along: nobody reads the body. */
export async function unsubscribe(request: PageRequest, deps: Deps): Promise<Page> {
  const mailed = await findMailed(request, deps);
  const { team_id: teamId, id: messageId, address } = mailed;
  await deps.database.write(systemContext(teamId), async (tx) => {
    tx.keepOpen();
    await optOut(
      tx,
      { address, channel: "email", purpose: "marketing" },
      { source: "unsubscribe", messageId },
    );
    return { body: {} };
  });
  const brand = await brandOf(mailed, request, deps);
  const content = html`<p class="lead" role="status">You get no more advertising from ${nameOf(brand)} by e-mail.</p>\n`;
  return { title: "You are unsubscribed", content, brand };
}

/** The marketing mail that an address of unsubscribing came with. */
export interface Mailed extends Row {
  team_id: string;
  id: string;
  /** Recipient of the message, folded. */
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
