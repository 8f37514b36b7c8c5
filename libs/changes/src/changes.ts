import type { TeamTx } from "@jst/db";
import { AppError } from "@jst/errors";

/** Operations of a changeset that is proposed, approved or undone, and the bytes of their images as JSON. */
export const CHANGES_MAX = 10_000;
export const CHANGES_BYTES_MAX = 32 * 1024 * 1024;

/** Operation that a caller sees; archiving is a delete (trust.archived). */
export type Operation = "create" | "update" | "delete";

/** A row as its trigger saw it: to_jsonb of its columns. */
export type Image = Record<string, unknown>;

/** One recorded change with the row's images before and after it. */
export interface Change {
  resource: string;
  id: string;
  op: Operation;
  before: Image | null;
  after: Image | null;
}

/** One thing a change set: a column or what one unfolds to, or a member of a keyed one. */
export interface FieldChange {
  column: string;
  /** Name of the member within a keyed column. */
  member?: string;
  before: unknown;
  after: unknown;
}

/** Reads the changes that this transaction has recorded so far, in their order, behind the first `skipped`. */
export async function changesOf(tx: TeamTx, skipped = 0): Promise<Change[]> {
  return recordedChanges(tx, changesetUuid(tx.changesetId), skipped);
}

interface RecordedChange extends Change, Record<string, unknown> {
  place: number;
  bytes: number;
}

/**
 * Reads the changes of a changeset behind the first `skipped`, in their order. Throws limit_reached if they do not fit
 * into memory; the database sends no more than fits.
 */
export async function recordedChanges(tx: TeamTx, uuid: string, skipped = 0): Promise<Change[]> {
  const rows = await tx.query<RecordedChange>({
    name: "changes_of_changeset",
    text: `select resource, id, op, place, bytes,
        case when bytes <= $4 then before end as before, case when bytes <= $4 then after end as after
      from (
        select resource, resource_id as id, op, before, after, row_number() over one_by_one ::int as place,
          sum(coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0)) over one_by_one ::float8
            as bytes
        from (select * from changes where team_id = $1 and changeset_id = $2 order by seq limit $3 + 1 offset $5) c
        window one_by_one as (order by seq rows unbounded preceding)
      ) sized
      order by place`,
    values: [tx.context.teamId, uuid, CHANGES_MAX, CHANGES_BYTES_MAX, skipped],
  });
  const last = rows.at(-1);
  if (last !== undefined && (last.place > CHANGES_MAX || last.bytes > CHANGES_BYTES_MAX)) throw tooMuch();
  return rows.map(({ resource, id, op, before, after }) => ({ resource, id, op, before, after }));
}

function tooMuch(): AppError {
  const detail = `A changeset has at most ${CHANGES_MAX} operations and ${CHANGES_BYTES_MAX / 1024 / 1024} MiB of changes. Split this one into smaller parts.`;
  return new AppError("limit_reached", detail);
}

/** Returns the uuid inside `<service>_<uuid>`, under which the service's own tables know a changeset. */
export function changesetUuid(changesetId: string): string {
  return changesetId.slice(changesetId.indexOf("_") + 1);
}
