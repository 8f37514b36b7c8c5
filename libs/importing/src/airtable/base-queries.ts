import type { Row, Statement } from "@jst/db";
import type { BaseTable } from "./base.ts";
import type { CellFault } from "../import.ts";

/** Base of an import, and how far it is read. */
export interface StoredBase extends Row {
  base_id: string;
  /** Sealed; null once it is dropped. */
  token: Buffer | null;
  /** Milliseconds until the token is dropped. */
  token_left: number;
  tables: BaseTable[] | null;
  part: number;
  page: number;
  place: string | null;
  failures: number;
  records: number;
  bytes: number;
  /** Null until all records are read. */
  sha256: string | null;
}

/** Days for which a token is stored at most. */
const TOKEN_DAYS = 7;

/** Stores the base of a new import with its sealed token. */
export function insertBase(teamId: string, id: string, base: { baseId: string; token: Buffer }): Statement {
  return {
    name: "import_bases_insert",
    text: `insert into import_bases (team_id, import_id, base_id, token, token_until)
      values ($1, $2, $3, $4, now() + interval '${TOKEN_DAYS} days')`,
    values: [teamId, id, base.baseId, base.token],
  };
}

/** Reads the base of an import. */
export function findBase(teamId: string, id: string): Statement {
  return {
    name: "import_bases_find",
    text: `select b.base_id, b.token, (extract(epoch from b.token_until - now()) * 1000)::float8 as token_left, b.tables, b.part, b.page, b.place, b.failures, b.records,
        b.bytes::float8 as bytes, b.sha256
      from import_bases b where b.team_id = $1 and b.import_id = $2`,
    values: [teamId, id],
  };
}

/** Members of a base that a transaction replaces; those that are absent stay. */
export type BaseChange = Partial<
  Pick<StoredBase, "tables" | "part" | "page" | "place" | "failures" | "records" | "bytes" | "sha256">
>;

/** Saves how far a base is read. */
export function saveBase(teamId: string, id: string, change: BaseChange): Statement {
  return {
    name: "import_bases_save",
    text: `update import_bases b
      set tables = coalesce(c.tables, b.tables), part = coalesce(c.part, b.part), page = coalesce(c.page, b.page),
        place = case when $3::jsonb ? 'place' then c.place else b.place end,
        failures = coalesce(c.failures, b.failures), records = coalesce(c.records, b.records),
        bytes = coalesce(c.bytes, b.bytes), sha256 = coalesce(c.sha256, b.sha256)
      from jsonb_to_record($3::jsonb) as c (tables jsonb, part integer, page integer, place text, failures integer,
        records integer, bytes bigint, sha256 text)
      where b.team_id = $1 and b.import_id = $2`,
    values: [teamId, id, JSON.stringify(change)],
  };
}

/** Stores a page of records. */
export function insertPage(
  teamId: string,
  id: string,
  { part, page, records, content }: { part: number; page: number; records: number; content: Buffer },
): Statement {
  return {
    name: "import_records_insert",
    text: `insert into import_records (team_id, import_id, part, page, records, content)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [teamId, id, part, page, records, content],
  };
}

/** Reads the page of a table behind another one. */
export function findPage(teamId: string, id: string, part: number, page: number): Statement {
  return {
    name: "import_records_find",
    text: `select r.content from import_records r
      where r.team_id = $1 and r.import_id = $2 and r.part = $3 and r.page = $4`,
    values: [teamId, id, part, page],
  };
}

/** Digests all pages in their order. */
export function digestPages(teamId: string, id: string): Statement {
  return {
    name: "import_records_digest",
    text: `select encode(sha256(coalesce(string_agg(sha256(r.content), '' order by r.part, r.page), '')), 'hex') as sha256
      from import_records r where r.team_id = $1 and r.import_id = $2`,
    values: [teamId, id],
  };
}

/** Removes the pages of a table, which is read again; answers their sizes. */
export function removePages(teamId: string, id: string, part: number): Statement {
  return {
    name: "import_records_remove_part",
    text: `with gone as (
        delete from import_records r where r.team_id = $1 and r.import_id = $2 and r.part = $3 returning r.records, r.content
      )
      select coalesce(sum(g.records), 0)::int as records, coalesce(sum(length(g.content)), 0)::float8 as bytes from gone g`,
    values: [teamId, id, part],
  };
}

/** Attachment of a base, which a run has loaded; without a file it has a fault. */
export interface LoadedAttachment extends Row {
  attachment_id: string;
  file_id: string | null;
  fault: CellFault | null;
}

/** Finds the attachments among these that a run has loaded. */
export function findAttachments(teamId: string, id: string, ids: readonly string[]): Statement {
  return {
    name: "import_attachments_find",
    text: `select a.attachment_id, a.file_id, a.fault from import_attachments a
      where a.team_id = $1 and a.import_id = $2 and a.attachment_id = any($3::text[])`,
    values: [teamId, id, ids],
  };
}

/** Stores the file that an attachment has become, or why there is none. */
export function insertAttachment(
  teamId: string,
  id: string,
  { attachment_id, file_id, fault }: Pick<LoadedAttachment, "attachment_id" | "file_id" | "fault">,
): Statement {
  return {
    name: "import_attachments_insert",
    text: `insert into import_attachments (team_id, import_id, attachment_id, file_id, fault) values ($1, $2, $3, $4, $5)`,
    values: [teamId, id, attachment_id, file_id, fault],
  };
}

/** Pages that one statement removes. */
const REMOVED_MAX = 500;

/** Removes some pages of an import, then its base; answers a row for each page. */
export function removeBase(teamId: string, id: string): Statement {
  return {
    name: "import_bases_remove",
    text: `with gone as (
        delete from import_records r where r.ctid = any(array(
          select o.ctid from import_records o where o.team_id = $1 and o.import_id = $2 limit ${REMOVED_MAX}
        )) and r.team_id = $1 returning 1
      ), attachments as (
        delete from import_attachments a where a.team_id = $1 and a.import_id = $2
      ), base as (
        delete from import_bases b where b.team_id = $1 and b.import_id = $2
      )
      select 1 from gone`,
    values: [teamId, id],
  };
}

/** Drops the token of a base. */
export function dropToken(teamId: string, id: string): Statement {
  return {
    name: "import_bases_drop_token",
    text: "update import_bases b set token = null where b.team_id = $1 and b.import_id = $2 and b.token is not null",
    values: [teamId, id],
  };
}
