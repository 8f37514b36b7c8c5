import type { TeamTx } from "@jst/db";
import {
  endNotices,
  wantNotice,
  type NoticeKind,
  type NoticePublisher,
  type NoticeSubject,
} from "@jst/events";
import type { Operation } from "./changes.ts";
import { summaryOf } from "./operations.ts";
import { LEADERS } from "./deciding/standing.ts";
import type { Decider } from "./decisions.ts";
import type { NotifiedApproval, StoredChangeset } from "./queries.ts";
import { resourceOf, type Resources } from "./resource.ts";

/** Parts of a service that notices of its changesets need. */
interface NoticeParts {
  service: NoticePublisher;
  resources: Resources;
}

/** Changeset as notices describe it; `operations` without their images are enough. */
export type NoticedChangeset = Pick<
  StoredChangeset,
  "id" | "summary" | "door" | "token_type" | "actor_id" | "oauth_app" | "timeout_rule" | "notified"
> & { operations: readonly { resource: string; op: Operation; id: string }[] | null };

/** Owners and admins, who decide where no rule does. */
const WITHOUT_RULE: NotifiedApproval = { approvers: LEADERS, allow_self: false };

/** Returns whom notices of an open proposal go to by the rule that queues it; undefined where none does. */
export function notifiedBy(rule: NotifiedApproval | undefined): NotifiedApproval {
  const { approvers, allow_self } = rule ?? WITHOUT_RULE;
  return { approvers, allow_self };
}

/** Returns whom notices of a proposal went to last. */
export function lastNotified({
  notified,
  timeout_rule: rule,
}: Pick<NoticedChangeset, "notified" | "timeout_rule">): NotifiedApproval {
  return notified ?? notifiedBy(rule ?? undefined);
}

const ASKS = {
  proposal_waits: "Needs your approval",
  proposal_expires: "Expires soon and needs your approval",
} as const;

/** Notifies who may decide on the proposal that it waits, or that it expires soon (notifications.proposals). */
export function noticeWaiting(
  tx: TeamTx,
  parts: NoticeParts,
  stored: NoticedChangeset,
  kind: keyof typeof ASKS = "proposal_waits",
): void {
  const { approvers, allow_self: isSelf } = lastNotified(stored);
  const proposer = isSelf ? undefined : ownMemberOf(stored);
  const line = `${summaryIn(parts.resources, stored)}, by ${handOf(stored)}`;
  wantNotice(tx, parts.service, {
    ...addressOf(parts, stored),
    kind,
    to: {
      roles: approvers.roles,
      ...(approvers.members.length > 0 && { members: approvers.members }),
      except: proposer === undefined ? [] : [proposer],
    },
    title: `${ASKS[kind]}: ${line}`,
    actor: { type: stored.token_type, id: stored.actor_id },
  });
}

const VERDICTS = {
  executed: "Approved",
  rejected: "Rejected",
  conflicted: "Could not be applied",
  failed: "Could not be applied",
} as const;

const APPROVED_EDITED = "Approved with changes";

/** Notifies the member of the proposer of the decision, and turns the notices that the proposal waits read. */
export function noticeDecided(
  tx: TeamTx,
  parts: NoticeParts,
  stored: NoticedChangeset & Partial<Pick<StoredChangeset, "edited_by_id">>,
  { status, by }: { status: keyof typeof VERDICTS; by: Pick<Decider, "type"> & { id: string | null } },
): void {
  endWaiting(tx, parts, stored);
  const member = memberOf(stored);
  if (member === undefined) return;
  const isApproved = status === "executed";
  const isEdited = (stored.edited_by_id ?? null) !== null;
  const isApplied = isApproved || status === "rejected";
  const kind: NoticeKind = isApplied ? "proposal_decided" : "proposal_conflicted";
  wantNotice(tx, parts.service, {
    ...addressOf(parts, stored),
    kind,
    to: { members: [member], except: by.id === null ? [] : [by.id] },
    title: `${isApproved && isEdited ? APPROVED_EDITED : VERDICTS[status]}: ${summaryIn(parts.resources, stored)}`,
    actor: by,
  });
}

/** Notifies the member whose executed changeset somebody else takes back (notifications.undone). */
export function noticeUndone(tx: TeamTx, parts: NoticeParts, stored: NoticedChangeset): void {
  const member = memberOf(stored);
  const { actorType, actorId } = tx.context;
  if (member === undefined || member === actorId) return;
  wantNotice(tx, parts.service, {
    ...addressOf(parts, stored),
    kind: "change_undone",
    to: { members: [member] },
    title: `Undone: ${summaryIn(parts.resources, stored)}`,
    actor: { type: actorType, id: actorId },
  });
}

/** Turns the notices that the proposal waits read, for the members or for all. */
export function endWaiting(
  tx: TeamTx,
  { service }: Pick<NoticeParts, "service">,
  { id }: Pick<StoredChangeset, "id">,
  members?: readonly string[],
): void {
  endNotices(tx, service, { subject: subjectOf(service, id), ...(members && { members }) });
}

function addressOf({ service }: NoticeParts, { id }: NoticedChangeset) {
  const subject = subjectOf(service, id);
  return { subject, path: `/console/approvals/${subject.id}` };
}

function subjectOf(service: string, uuid: string): NoticeSubject {
  return { type: "changeset", id: `${service}_${uuid}` };
}

/** Returns the member whose own token proposed; such a member does not decide (trust.second-person). */
function ownMemberOf({ token_type: type, actor_id: id }: NoticedChangeset): string | undefined {
  return type === "oauth_app" || type === "service" ? undefined : id;
}

/** Returns the member for whom a token or an app proposed. */
function memberOf(stored: NoticedChangeset): string | undefined {
  return stored.token_type === "oauth_app" ? stored.oauth_app?.member_id : ownMemberOf(stored);
}

/** Returns the summary; without names where each look at a resource is on record, as of health data. */
function summaryIn(resources: Resources, { summary, operations }: NoticedChangeset): string {
  const changes = operations ?? [];
  const isOpen = changes.every(({ resource }) => resourceOf(resources, resource).isOnRecord !== true);
  if (isOpen && summary !== null) return summary;
  return summaryOf(
    resources,
    changes.map((change) => ({ ...change, before: null, after: null })),
  );
}

const DOORS: Readonly<Record<string, string>> = {
  rest: "REST",
  mcp: "MCP",
  mcp_actions: "MCP",
  actions: "an action",
  tools: "function calling",
  console: "the console",
};

/** Describes who writes and by what: "an API token over MCP". */
function handOf({ token_type: type, door, oauth_app: app }: NoticedChangeset): string {
  const way = DOORS[door ?? ""];
  return way === undefined ? writerOf(type, app) : `${writerOf(type, app)} over ${way}`;
}

function writerOf(type: string, app: NoticedChangeset["oauth_app"]): string {
  if (type === "oauth_app") return app === null ? "a connected app" : `the app ${app.client_name}`;
  if (type === "member") return "a signed-in person";
  return type === "break_glass" ? "an emergency token" : "an API token";
}
