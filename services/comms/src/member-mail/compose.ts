import { systemContext, type Database } from "@jst/db";
import type { Teams } from "@jst/pages";
import { hopWithin, InternalRefusal, isUuid } from "@jst/rpc";
import type { Logger } from "@jst/telemetry";
import type { Peers } from "../../gen/internal.ts";
import { digestNotices, type DigestNotice } from "./digest-notices.ts";
import { hasLink, type LinkKind } from "./member-mails.ts";
import type { MailContent } from "./mail-parts.ts";
import { digestMail, linkMail, type ListedNotice } from "./mail-texts.ts";

const NOT_FOUND = 404;
const MINTING_MS_MAX = 10_000;
const NAMING_MS_MAX = 5_000;
/** After account could not say what is in the mail. */
const UNKNOWN_RETRY_MS = 5_000;

/** The rpc of account that mints links. */
export type LinksPeer = Pick<Peers["account"], "mintLink">;

/** The rpc of auth that names members. */
export type NamesPeer = Pick<Peers["auth"], "findHosts">;

/** Parts that make the content of mails to members. */
export interface Composing {
  account: LinksPeer;
  auth: NamesPeer;
  database: Pick<Database, "read">;
  teams: Teams;
  baseUrl: string;
  logger: Logger;
}

/** A message to a member, without its content. */
interface EmptyMail {
  id: string;
  team_id: string;
  kind: string;
  /** The member. */
  source: { id: string } | null;
  reference: string | null;
}

/** Why there is no content: the mail waits, or has ended. */
export interface NoContent {
  status: "queued" | "failed" | "canceled";
  retryAfterMs?: number;
  code?: string;
  detail?: string;
}

/**
 * Makes the content of a mail to a member at the moment that it is sent, so that no link of it is stored anywhere. If
 * there is none, it returns the outcome of the mail.
 */
export async function compose(message: EmptyMail, parts: Composing): Promise<MailContent | NoContent> {
  try {
    return hasLink(message.kind)
      ? await withLink(message, message.kind, parts)
      : await withNotices(message, parts);
  } catch (error) {
    parts.logger.warn(
      { error, message: message.id },
      "nobody could say what a mail to a member says; it waits",
    );
    return { status: "queued", retryAfterMs: UNKNOWN_RETRY_MS };
  }
}

async function withLink(
  message: EmptyMail,
  kind: LinkKind,
  { account }: Composing,
): Promise<MailContent | NoContent> {
  const { id, team_id, source, reference } = message;
  const asked = { team_id, member_id: source?.id ?? "", kind, reference: reference ?? "" };
  try {
    return linkMail(kind, await account.mintLink(asked, hopWithin(MINTING_MS_MAX, { requestId: id })));
  } catch (error) {
    if (!(error instanceof InternalRefusal) || error.status !== NOT_FOUND) throw error;
    const detail = "The member or the request that the link is for is gone.";
    return { status: "failed", code: "link_refused", detail };
  }
}

async function withNotices(
  { team_id: teamId, reference }: EmptyMail,
  { auth, database, teams, baseUrl }: Composing,
): Promise<MailContent | NoContent> {
  const team = await teams.find(teamId);
  const statement = digestNotices(teamId, reference ?? "");
  const found = await database.read<DigestNotice>(systemContext(teamId), statement);
  const [{ count } = { count: 0 }] = found;
  if (team === undefined || count === 0)
    return { status: "canceled", code: "read", detail: "All of its notices were read before it was sent." };
  const notices = await withActors(teamId, found, auth);
  return digestMail({ teamName: team.brand.name ?? team.slug, baseUrl, notices, count });
}

/** Adds to each notice the name of the member who acts; keys, apps and the platform have none here. */
async function withActors(
  teamId: string,
  notices: readonly DigestNotice[],
  auth: NamesPeer,
): Promise<ListedNotice[]> {
  const ids = [...new Set(notices.flatMap(({ actor_id: id }) => (id !== null && isUuid(id) ? [id] : [])))];
  if (ids.length === 0) return [...notices];
  const { hosts } = await auth.findHosts({ team_id: teamId, ids }, hopWithin(NAMING_MS_MAX));
  const names = new Map(hosts.map(({ id, name }) => [id, name]));
  return notices.map((notice) => ({ ...notice, actor: names.get(notice.actor_id ?? "") }));
}
