import { PAGE_BYTES_MAX } from "@jst/query";
import type { Actor, ApprovalState, Changeset, ChangesetApp } from "../gen/rpc.ts";
import type { Change } from "./changes.ts";
import type { Deps } from "./deps.ts";
import { finalBecause } from "./final.ts";
import type { ListedRow } from "./list-statement.ts";
import { namesIn, type NameReader } from "./names.ts";
import { proposedOperations, shownOperations, summaryOf, type Naming } from "./operations.ts";
import {
  countedVotes,
  LEADERS,
  proposingMember,
  type Standing,
  type StandingOf,
} from "./deciding/standing.ts";
import type { StoredApproval, StoredChangeset, StoredVote } from "./queries.ts";
import { redacted, shownSummary, type Viewer } from "./redacted.ts";
import { resourceOf, type Names, type Resources } from "./resource.ts";
import type { ShownChanges } from "./shown-changes.ts";

/** Service of a change set, and the caller that it is shown to. */
export interface Showing extends Pick<Deps, "service" | "resources"> {
  viewer: Viewer;
  /** Says how open proposals are decided on; not known where undefined. */
  standingOf?: StandingOf | undefined;
  /** Ids of open proposals whose approval would conflict; see staleAmong. */
  stale?: ReadonlySet<string> | undefined;
}

/** Numbers about changes that an answer does not show; see ShownChanges. */
type Numbers = Partial<Omit<ShownChanges, "changes">>;

/**
 * Builds a changeset as replies show it (trust.changeset). `changes` are those it recorded or proposes; `names` are the
 * names of the objects that they mention. If not all changes are shown, `shown` counts those with images, `count`
 * counts all, and `made` has the ids of the objects that they make.
 */
export function changesetJson(
  { service, resources, viewer, standingOf, stale }: Showing,
  stored: StoredChangeset,
  changes: readonly Change[],
  names: Names,
  { shown = changes.length, count = changes.length, made, isFormer = false }: Numbers = {},
): Changeset {
  const { status } = stored;
  const isRecorded = !isFormer && (status === "executed" || status === "undone");
  const first = changes.slice(0, shown);
  const operations = isRecorded
    ? shownOperations(resources, first, names)
    : proposedOperations(resources, first, names, made);
  return {
    id: `${service}_${stored.id}`,
    status,
    source: sourceOf(stored),
    proposed_by: { type: stored.token_type as Actor["type"], id: stored.actor_id },
    summary: shownSummary(resources, viewer, {
      summary: namedSummary(resources, stored, {
        naming: { names, has: "values", isProposed: !isRecorded },
        changes,
        isWhole: shown >= count,
      }),
      changes,
      count,
    }),
    ...(stored.change_reason === null ? {} : { change_reason: stored.change_reason }),
    operations: redacted(resources, viewer, operations),
    operation_count: count,
    reversible:
      status === "executed" &&
      stored.undo_of === null &&
      stored.set_id === null &&
      (stored.kind === null || stored.executed_at !== null) &&
      finalBecause(resources, stored, changes) === undefined,
    created_at: instant(stored.created_at),
    expires_at: stored.expires_at === null ? null : instant(stored.expires_at),
    ...decisionOf(stored),
    ...approvalOf(stored, standingOf?.(stored)),
    ...(stale?.has(stored.id) === true && !isFormer ? { stale: true } : {}),
    ...(stored.executed_at === null ? {} : { executed_at: instant(stored.executed_at) }),
    ...(stored.undone_at === null ? {} : { undone_at: instant(stored.undone_at) }),
    ...(stored.undo_of === null ? {} : { undo_of: `${service}_${stored.undo_of}` }),
    ...setOf(service, stored),
  };
}

/**
 * Returns the summary of a changeset with the names of what it changes. The stored one has no value of a thing that is
 * named by its values, such as a row.
 */
function namedSummary(
  resources: Resources,
  { summary, undo_of: undoOf, kind }: StoredChangeset,
  { changes, naming, isWhole }: { changes: readonly Change[]; naming: Naming; isWhole: boolean },
): string {
  const isNamed = changes.some(
    ({ resource }) => resourceOf(resources, resource).images?.called !== undefined,
  );
  if (summary !== null && (undoOf !== null || kind !== null || !isWhole || !isNamed)) return summary;
  return summaryOf(resources, changes, naming);
}

/** Builds the changeset as changesetJson does, and looks the names up. */
export async function namedChangeset(
  showing: Showing,
  stored: StoredChangeset,
  changes: readonly Change[],
  reader: NameReader,
  { shown = changes.length, count = changes.length, made, mentioned, isFormer = false }: Numbers = {},
): Promise<Changeset> {
  const own = { id: stored.id, changes: withMentioned(changes, mentioned), isPart: shown < count };
  const namesOf = await namesIn(showing.resources, [own], reader);
  return changesetJson(showing, stored, changes, namesOf(own), {
    shown,
    count,
    isFormer,
    ...(made === undefined ? {} : { made }),
  });
}

/** Changes of one answer, and those outside of it that name what they mention. */
function withMentioned(changes: readonly Change[], mentioned: readonly Change[] = []): Change[] {
  const kinds = new Set(mentioned.map(({ resource }) => resource));
  return [...mentioned, ...changes.filter(({ resource }) => !kinds.has(resource))];
}

/**
 * Changesets of a list: the first operations of each, and the summary and number of all; as many of the first as a page
 * holds in bytes, one at least.
 */
export async function listedJson(
  showing: Showing,
  rows: readonly ListedRow[],
  reader: NameReader,
): Promise<Changeset[]> {
  const own = (row: ListedRow) => ({
    id: row.changeset.id,
    changes: row.changes,
    isPart: row.shown < row.count,
  });
  const namesOf = await namesIn(showing.resources, rows.map(own), reader);
  const listed: Changeset[] = [];
  let bytes = 0;
  for (const row of rows) {
    const changeset = changesetJson(showing, row.changeset, row.changes, namesOf(own(row)), row);
    bytes += Buffer.byteLength(JSON.stringify(changeset));
    if (listed.length > 0 && bytes > PAGE_BYTES_MAX) break;
    listed.push(changeset);
  }
  return listed;
}

function sourceOf({ door, token_id, token_type, oauth_app: app }: StoredChangeset): Changeset["source"] {
  return {
    door,
    token_id,
    token_type,
    ...(app === null ? {} : { oauth_app: appOf(token_id, app) }),
  };
}

function appOf(id: string, app: NonNullable<StoredChangeset["oauth_app"]>): ChangesetApp {
  return { id, client_id: app.client_id, client_name: app.client_name };
}

function decisionOf(stored: StoredChangeset): Partial<Changeset> {
  const { decided_by_type: type, decided_by_id: id, decided_at: at, reason } = stored;
  return {
    ...(type === null ? {} : { decided_by: { type: type as Actor["type"], id } }),
    ...(at === null ? {} : { decided_at: instant(at) }),
    ...(reason === null ? {} : { reason }),
    ...(isDecidedBySelf(stored) ? { self: true } : {}),
  };
}

/** True where a signed-in member decided on what that very member proposed (trust.second-person). */
function isDecidedBySelf({
  status,
  decided_by_type: type,
  decided_by_id: by,
  actor_id: id,
}: StoredChangeset): boolean {
  return type === "member" && by === id && status !== "withdrawn";
}

/** Members of a set, and of what is in one (trust.sets). */
function setOf(service: string, stored: StoredChangeset): Partial<Changeset> {
  const { kind, set_id: setId, member_count: count, progress_done: done, progress_total: total } = stored;
  if (setId !== null) return { set_id: `${service}_${setId}` };
  if (kind === null) return {};
  return { kind, member_count: count ?? 0, progress: { done: done ?? 0, total: total ?? 0 } };
}

/** Version and approval of what was proposed (trust.approval). */
function approvalOf(stored: StoredChangeset, standing: Standing | undefined): Partial<Changeset> {
  const { status, version, expires_at: expiresAt, edited_by_type: type, edited_by_id: id } = stored;
  if (expiresAt === null || version === null) return {};
  return {
    version,
    approval: status === "queued" ? openApproval(stored, standing) : endedApproval(stored),
    ...(type === null ? {} : { edited_by: { type: type as Actor["type"], id } }),
  };
}

/** Headers of a reply that is a changeset: the version of a proposal as its ETag. */
export function etagOf({ version }: Changeset): Record<string, string> {
  return version === undefined ? {} : { etag: `"${version}"` };
}

function openApproval(stored: StoredChangeset, standing: Standing | undefined): ApprovalState {
  const { votes } = stored;
  if (standing === undefined) return { ...shownApproval(null, votes), eligible: null, self: false };
  const { needed, approvers, rule, eligible } = standing;
  const shown = { needed, approvers, rule: rule ?? null };
  const proposer = proposingMember(stored);
  return {
    ...shownApproval(shown, countedVotes(votes, standing)),
    eligible: eligible.length,
    self: proposer !== undefined && eligible.includes(proposer),
  };
}

function endedApproval(stored: StoredChangeset): ApprovalState {
  const counted = stored.votes.filter(({ counted: isCounted }) => isCounted);
  const shown = shownApproval(stored.approval ?? stored.timeout_rule, counted);
  const { executed_at: executedAt, decided_by_type: type, decided_by_id: id, decided_at: at } = stored;
  const isOne = counted.length === 0 && executedAt !== null && type !== null && at !== null;
  return {
    ...shown,
    ...(isOne && { approvals: [{ by: { type: type as Actor["type"], id }, at: instant(at) }] }),
    self: isDecidedBySelf(stored),
  };
}

/** State of an approval by a rule, or by none. */
function shownApproval(
  approval: (Pick<Standing, "needed" | "approvers"> & { rule: StoredApproval["rule"] | null }) | null,
  votes: readonly StoredVote[],
): Omit<ApprovalState, "self"> {
  const { needed, approvers, rule } = approval ?? { needed: 1, approvers: LEADERS, rule: null };
  return {
    needed,
    approvals: votes.map(({ actor_type: type, member_id: id, at }) => ({
      by: { type: type as Actor["type"], id },
      at: instant(at),
    })),
    approvers: { roles: [...approvers.roles], members: [...approvers.members] },
    rule: rule === null ? null : namedRule(rule),
  };
}

/** Rule of an approval with its text for the proposer, if that is known. */
function namedRule({ id, name, message }: StoredApproval["rule"]): NonNullable<ApprovalState["rule"]> {
  return { id, name, ...(message === undefined ? {} : { message }) };
}

function instant(text: string): string {
  return new Date(text).toISOString();
}
