import { one, systemContext, uuidv7, type Database, type TeamTx } from "@jst/db";
import type { SecretBox } from "@jst/config";
import type { JobOutcome } from "@jst/jobs";
import type { PageTeam, Teams } from "@jst/pages";
import { zoneOf } from "@jst/query";
import { hopWithin } from "@jst/rpc";
import type { Peers } from "../../gen/internal.ts";
import { memberRouteOf, storedSubjects } from "../member-mail/member-mails.ts";
import { queueOnce } from "../messages/queries.ts";
import { addressOf } from "../people/address.ts";
import type { ProviderRouting, Route } from "../providers/provider.ts";
import type { ClaimedDigest } from "./digest-queue.ts";
import { endDigest, findDigestState, lockDigest, markMailed, type DigestState } from "./digest-statements.ts";
import { quietUntil } from "./quiet-hours.ts";

/** From the first notice that is not mailed to its mail, and from one mail of a member to the next. */
const GATHERING_MS = 60_000;
const PAUSE_MS = 15 * 60_000;
const ASKING_MS_MAX = 5_000;

/** Parts that make digests. */
export interface DigestParts {
  database: Pick<Database, "write">;
  auth: Pick<Peers["auth"], "findMembers" | "findHosts">;
  teams: Teams;
  routing: ProviderRouting;
  fleetMail: Route | undefined;
  secrets: SecretBox;
  /** Milliseconds by which time is shifted; only tests shift it. */
  clockShiftMs?: () => number;
}

/** Recipient of a digest, as auth knows the member. */
interface DigestRecipient {
  memberId: string;
  email: string;
  address: string;
}

/**
 * Queues one mail for the unread notices of a member, or says how long it waits (comms.digest). Notices, mail and
 * digest change in one transaction, so no notice is mailed twice, whatever is killed. Other services are asked before.
 * Undefined where the transaction has ended the digest.
 */
export async function makeDigest(
  { team_id: teamId, id: memberId, lease }: ClaimedDigest,
  parts: DigestParts,
): Promise<JobOutcome | undefined> {
  const { database, teams, routing, fleetMail, secrets, clockShiftMs = () => 0 } = parts;
  const team = await teams.find(teamId);
  const recipient = await recipientOf(teamId, memberId, parts.auth);
  // A member who is suspended or gone gets no mail.
  if (team === undefined || recipient === undefined) return {};
  const route = await memberRouteOf(routing, fleetMail, teamId);
  let outcome: JobOutcome | undefined;
  await database.write(systemContext(teamId), async (tx) => {
    outcome = undefined;
    const held = await tx.query(lockDigest(teamId, memberId, lease));
    if (held.length === 0) return { body: {} };
    const state = one(await tx.query<DigestState>(findDigestState(teamId, memberId)));
    const now = state.now + clockShiftMs();
    const waitMs = dueAt({ ...state, now }, team) - now;
    if (waitMs > 0) outcome = { retryAfterMs: waitMs };
    else await queueDigest(tx, recipient, { route, secrets, now, isEmpty: state.first_at === null });
    return { body: {} };
  });
  return outcome;
}

/** When the notices are mailed: not before `now`, and at once where none is left. */
export function dueAt(
  { now, first_at: first, mailed_at: mailed, quiet_hours: quiet, timezone }: DigestState,
  team: Pick<PageTeam, "timezone">,
): number {
  if (first === null) return now;
  const due = Math.max(now, first + GATHERING_MS, mailed === null ? now : mailed + PAUSE_MS);
  return (quiet && quietUntil(due, quiet, zoneOf(timezone ?? team.timezone))) ?? due;
}

async function queueDigest(
  tx: TeamTx,
  { memberId, email, address }: DigestRecipient,
  { route, secrets, now, isEmpty }: { route: Route; secrets: SecretBox; now: number; isEmpty: boolean },
): Promise<void> {
  const { teamId } = tx.context;
  const digestId = uuidv7();
  await tx.query(endDigest(teamId, memberId));
  if (isEmpty) return;
  await tx.query(markMailed(teamId, memberId, digestId, now));
  const kind = "member_notice";
  const draft = {
    ...{ kind, channel: "email", purpose: "transactional", consent: null, reference: digestId },
    ...{ from: route.from, to: email, address, contact_id: null, reply_to: null },
    ...{ subject: storedSubjects[kind], text: null, html: null, template_id: null },
    ...{ variables: {}, metadata: {}, provider: route.provider.name, test: false },
    ...{ token: `digest:${digestId}`, source: { type: "member", id: memberId } },
  };
  await queueOnce(tx, draft, secrets);
}

async function recipientOf(
  teamId: string,
  memberId: string,
  auth: DigestParts["auth"],
): Promise<DigestRecipient | undefined> {
  const asked = { team_id: teamId, ids: [memberId] };
  const hop = hopWithin(ASKING_MS_MAX);
  const [{ members }, { hosts }] = await Promise.all([
    auth.findMembers(asked, hop),
    auth.findHosts(asked, hop),
  ]);
  const email = hosts[0]?.email ?? "";
  const address = addressOf(email);
  if (members[0]?.suspended !== false || address?.kind !== "email") return undefined;
  return { memberId, email, address: address.folded };
}
