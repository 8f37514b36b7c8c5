import type { Row, Statement, TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";
import type { AnyInput } from "@jst/rpc";
import type { Change } from "./changes.ts";
import { notPending } from "./pending.ts";
import { lockChangeset, type Decider } from "./decisions.ts";
import { changesetOf, STORED, type StoredChangeset } from "./queries.ts";

/** Most versions of a proposal. */
export const VERSIONS_MAX = 20;

/** Throws 412 unless the caller wants any version, or the one that the changeset has now. */
export function requireVersion(
  wanted: number | undefined,
  { version }: Pick<StoredChangeset, "version">,
): void {
  if (wanted !== undefined && wanted !== version) throw editedSince();
}

/** The 412 of a decision on a version that is no longer current. */
export function editedSince(): AppError {
  return new AppError(
    "version_conflict",
    "The proposal was edited after you read it. Read it again, then decide.",
  );
}

/** Locks a proposal that is still queued, in the version that was read; answers it as it is now. */
export async function lockVersion(tx: TeamTx, read: StoredChangeset): Promise<StoredChangeset> {
  const current = await lockChangeset(tx, read.id);
  if (current?.status !== "queued") throw notPending(current?.status ?? read.status);
  requireVersion(read.version ?? undefined, current);
  return current;
}

/** A version of a proposal that replaces the one before. */
export interface NextVersion {
  /** In the form that StoredRequests of the service makes. */
  request: object;
  summary: string;
  operations: readonly Change[];
  by: Decider;
}

/** Stores the next version of a locked proposal beside the one before. */
export async function storeVersion(
  tx: TeamTx,
  uuid: string,
  { request, summary, operations, by }: NextVersion,
): Promise<StoredChangeset> {
  const rows = await tx.query({
    name: "changeset_edit",
    text: `with former as (
        insert into changeset_versions (team_id, changeset_id, version, request, summary, operations,
          edited_by_type, edited_by_id)
        select team_id, id, version, request, summary, operations, edited_by_type, edited_by_id
        from changesets where team_id = $1 and id = $2
      )
      update changesets c
      set version = c.version + 1, request = $3, summary = $4, operations = $5, edited_by_type = $6, edited_by_id = $7
      where c.team_id = $1 and c.id = $2
      returning ${STORED} as changeset`,
    values: [
      tx.context.teamId,
      uuid,
      JSON.stringify(request),
      summary,
      JSON.stringify(operations),
      by.type,
      by.id,
    ],
  });
  const stored = changesetOf(rows);
  if (stored === undefined) throw new Error("A locked changeset is gone.");
  return stored;
}

/** A former version of a proposal, without what it asked for and what it proposed. */
export interface FormerVersion extends Row {
  version: number;
  summary: string;
  edited_by_type: string | null;
  edited_by_id: string | null;
}

/** Finds a former version. */
export function findVersion(teamId: string, uuid: string, version: number): Statement {
  return {
    name: "changeset_version",
    text: `select version, summary, edited_by_type, edited_by_id from changeset_versions
      where team_id = $1 and changeset_id = $2 and version = $3`,
    values: [teamId, uuid, version],
  };
}

/** Request of a version, and the resources that it changes. */
export interface FoundRequest extends Row {
  request: AnyInput;
  resources: string[];
}

/** Finds the request of a version, the present or a former one. */
export function findRequest(teamId: string, uuid: string, version: number): Statement {
  return {
    name: "changeset_request",
    text: `select request,
        array(select distinct o.one ->> 'resource' from jsonb_array_elements(operations) o (one)) as resources
      from (
        select request, operations from changesets where team_id = $1 and id = $2 and version = $3
        union all
        select request, operations from changeset_versions
        where team_id = $1 and changeset_id = $2 and version = $3
      ) v`,
    values: [teamId, uuid, version],
  };
}
