import { instant, type Signal, type Statement } from "@jst/db";
import type { Acting, Counts, ImportPart, SourceFacts, Status } from "./import.ts";

/** Time of the undo of the set of import `i`; null before. */
const undoneAt = `(select c.undone_at from changesets c
    where c.team_id = i.team_id and c.id = split_part(i.changeset_id, '_', 2)::uuid)`;

/** Version of import `i`: its undo counts as a change of what is shown. */
const version = `i.version + (${undoneAt} is not null)::int`;

/** JSON of an import without its parts, over alias `i`. */
const members = `'id', i.id, 'name', i.name, 'status', i.status, 'source', i.source - 'stated' - 'preset',
    'preset', i.source -> 'preset', 'options', i.options,
    'counts', i.counts, 'progress', i.progress, 'run_when_clean', i.run_when_clean, 'changeset_id', i.changeset_id,
    'error', i.error, 'analysed_at', ${instant("i.analysed_at")}, 'checked_at', ${instant("i.checked_at")},
    'started_at', ${instant("i.started_at")}, 'ended_at', ${instant("i.ended_at")}, 'kept_until', ${instant("i.kept_until")},
    'created_at', ${instant("i.created_at")}, 'updated_at', ${instant("i.updated_at")},
    'created_by', json_build_object('type', i.created_by_type, 'id', i.created_by_id), 'undone_at', ${instant(undoneAt)}, 'version', ${version}`;

/** SQL of an item of a list. */
export const listedJson = `json_build_object(${members})`;

const columns = `i.id, i.name, i.status, i.generation, i.source, i.options, i.parts, i.sent, i.run_when_clean, i.counts,
    i.progress, i.acting, i.stamps, i.made, i.adds, i.changeset_id, i.error, i.deleted_at is not null as deleted,
    coalesce(i.kept_until <= now(), false) as expired, ${version} as version, i.created_by_type, i.created_by_id,
    extract(epoch from now() - i.started_at)::float8 as running_s,
    json_build_object(${members}, 'parts', i.parts)::text as body`;

/** Reads an import of the team. */
export function findImport(teamId: string, id: string): Statement {
  return {
    name: "imports_find",
    text: `select ${columns} from imports i where i.team_id = $1 and i.id = $2 and i.deleted_at is null`,
    values: [teamId, id],
  };
}

/** Locks an import until the transaction ends; a deleted one too. */
export function lockImport(teamId: string, id: string): Statement {
  return {
    name: "imports_lock",
    text: `select ${columns} from imports i where i.team_id = $1 and i.id = $2 for update`,
    values: [teamId, id],
  };
}

/** Finds an open proposal. */
export function findQueued(teamId: string, changesetUuid: string): Statement {
  return {
    name: "imports_find_queued",
    text: "select from changesets c where c.team_id = $1 and c.id = $2 and c.status = 'queued' and c.expires_at > now()",
    values: [teamId, changesetUuid],
  };
}

/** Makes the creations of imports of a team follow each other, so that their number is certain. */
export function lockCreations(teamId: string): Statement {
  return {
    name: "imports_lock_creations",
    text: "select pg_advisory_xact_lock(hashtextextended('imports ' || $1, 0))",
    values: [teamId],
  };
}

/** Counts the unfinished imports of the team. */
export function countUnfinished(teamId: string): Statement {
  return {
    name: "imports_unfinished",
    text: `select count(*)::int as count from imports i
      where i.team_id = $1 and i.ended_at is null and i.deleted_at is null`,
    values: [teamId],
  };
}

/** Members of a new import. */
export interface NewImport {
  name: string;
  source: SourceFacts;
  options: object;
  sent: object | null;
  run_when_clean: boolean;
  acting: Acting;
  content: string | null;
  file_id: string | null;
}

/** Stores an import with its bytes; those of a base come later. */
export function insertImport(
  { teamId, actorType, actorId }: { teamId: string; actorType: string; actorId: string },
  made: NewImport,
  counts: Counts,
): Statement {
  return {
    name: "imports_insert",
    text: `with i as (
        insert into imports (team_id, name, status, source, options, sent, run_when_clean, acting, counts, progress,
          created_by_type, created_by_id)
        values ($1, $2, 'analysing', $3, $4, $5::jsonb, $6, $7, $8, '{"done": 0, "total": 0}', $9, $10)
        returning *
      ), pinned as (
        insert into import_sources (team_id, import_id, content, file_id) select $1, i.id, $11, $12 from i
        where $11::text is not null or $12::uuid is not null
      )
      select ${columns} from i`,
    values: [
      teamId,
      made.name,
      made.source,
      made.options,
      made.sent === null ? null : JSON.stringify(made.sent),
      made.run_when_clean,
      made.acting,
      counts,
      actorType,
      actorId,
      made.content,
      made.file_id,
    ],
  };
}

/** Members of an import that a transaction replaces; those that are absent stay. */
export interface ImportChange {
  name?: string;
  status?: Status;
  source?: SourceFacts;
  options?: object;
  parts?: ImportPart[];
  counts?: Counts;
  progress?: { done: number; total: number };
  acting?: Acting;
  stamps?: object;
  made?: object;
  adds?: object;
  changeset_id?: string | null;
  error?: object | null;
}

/** Days for which the source and the verdicts of an ended import are stored. */
export const KEPT_DAYS = 30;

/**
 * Saves changes of an import. `isDropping` ends the generation of its verdicts, with the choices that they add. The
 * times of states follow from the status.
 */
export function saveImport(teamId: string, id: string, change: ImportChange, isDropping = false): Statement {
  return {
    name: "imports_save",
    text: `update imports i
      set name = coalesce(c.name, i.name), status = coalesce(c.status, i.status),
        source = coalesce(c.source, i.source), options = coalesce(c.options, i.options),
        parts = coalesce(c.parts, i.parts), counts = coalesce(c.counts, i.counts),
        progress = coalesce(c.progress, i.progress), acting = coalesce(c.acting, i.acting),
        stamps = coalesce(c.stamps, i.stamps), made = coalesce(c.made, i.made),
        adds = case when $4::int > 0 then '{}' else coalesce(c.adds, i.adds) end,
        changeset_id = case when $3::jsonb ? 'changeset_id' then c.changeset_id else i.changeset_id end,
        error = case when $3::jsonb ? 'error' then nullif(c.error, 'null'::jsonb) else i.error end,
        sent = case when c.parts is null then i.sent end,
        generation = i.generation + $4::int,
        analysed_at = case when c.status = 'analysed' then now() when c.status = 'analysing' then null
          else i.analysed_at end,
        checked_at = case when c.status = 'ready' then now()
          when c.status in ('analysing', 'analysed', 'checking') then null else i.checked_at end,
        started_at = case when c.status = 'running' then now() else i.started_at end,
        ended_at = case when c.status in ('done', 'failed', 'cancelled') then now() else i.ended_at end,
        kept_until = case when c.status in ('done', 'failed', 'cancelled') then now() + $5 * interval '1 day'
          else i.kept_until end,
        updated_at = now(), version = i.version + 1
      from jsonb_to_record($3::jsonb) as c (name text, status text, source jsonb, options jsonb, parts jsonb,
        counts jsonb, progress jsonb, acting jsonb, stamps jsonb, made jsonb, adds jsonb, changeset_id text, error jsonb)
      where i.team_id = $1 and i.id = $2
      returning ${columns}`,
    values: [teamId, id, JSON.stringify(change), isDropping ? 1 : 0, KEPT_DAYS],
  };
}

/** Marks an import as deleted; a job then removes what belongs to it. */
export function markDeleted(teamId: string, id: string): Statement {
  return {
    name: "imports_mark_deleted",
    text: `update imports i set deleted_at = now(), updated_at = now(), version = i.version + 1
      where i.team_id = $1 and i.id = $2`,
    values: [teamId, id],
  };
}

/** Stores the job of an import, in a line of its own or in that of the runs of the team; takes it from its worker. */
export function storeJob(teamId: string, id: string, isRun: boolean, signal: Signal): Statement {
  return {
    name: "imports_store_job",
    text: `insert into import_jobs (team_id, import_id, line_id, due_at)
      values ($1, $2, case when $3 then $1::uuid else $2::uuid end, now())
      on conflict (team_id, import_id) do update
      set line_id = excluded.line_id, state = 'ready', due_at = excluded.due_at, attempts = 0, lease = null`,
    values: [teamId, id, isRun],
    signal,
  };
}

/** Locks the job of a worker that still has its lease, and counts its attempts from here: this one stores something. */
export function lockJob(teamId: string, id: string, lease: string): Statement {
  return {
    name: "imports_lock_job",
    text: `update import_jobs j set attempts = 0 where j.team_id = $1 and j.import_id = $2 and j.lease = $3
      returning j.lease`,
    values: [teamId, id, lease],
  };
}

/** Reads the pinned bytes of an import. */
export function findSource(teamId: string, id: string): Statement {
  return {
    name: "imports_find_source",
    text: "select s.content, s.file_id from import_sources s where s.team_id = $1 and s.import_id = $2",
    values: [teamId, id],
  };
}
