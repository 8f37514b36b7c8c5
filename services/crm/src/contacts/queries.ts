import type { Image } from "@jst/changes";
import type { Row, Statement, TeamTx } from "@jst/db";
import type { Contact } from "../../gen/rpc.ts";
import { instant } from "../instant.ts";
import { CONTACT_JSON } from "./contact-json.ts";
import { type Taken, type TakenField, unlessTaken } from "./contact-taken.ts";
import { WRITABLE } from "./contact-values.ts";
import type { Draft } from "./rules.ts";

/** A contact as a reply: its version for the ETag, and its JSON as PostgreSQL wrote it. */
export interface ContactRow extends Row {
  id: string;
  version: number;
  body: string;
}

const REPLY = `c.id, c.version, ${CONTACT_JSON}::text as body`;
const COLUMNS = WRITABLE.join(", ");
const FROM_VALUES = WRITABLE.map((name) => `v.${name}`).join(", ");

/** Reads one contact, archived or not. */
export function findContact(teamId: string, id: string): Statement {
  const text = `select ${REPLY} from crm.contacts c where c.team_id = $1 and c.id = $2`;
  return { name: "crm.contacts.find", text, values: [teamId, id] };
}

/** Reads contacts within a write, archived or not. */
export function findContacts(tx: TeamTx, ids: readonly string[]): Promise<ContactRow[]> {
  const text = `select ${REPLY} from crm.contacts c where c.team_id = $1 and c.id = any($2::uuid[]) order by c.id`;
  return tx.query<ContactRow>({ name: "crm.contacts.find_many", text, values: [tx.context.teamId, ids] });
}

/** Reads the id of the contact that holds an e-mail address (live ones only) or an external id. */
export function findHolder(teamId: string, { field, value }: Taken): Statement {
  const condition = {
    email: "archived_at is null and email_key = lower($2)",
    external_id: "external_id = $2",
  }[field];
  const text = `select id from crm.contacts where team_id = $1 and ${condition}`;
  return { name: `crm.contacts.holder.${field}`, text, values: [teamId, value] };
}

/** Which of these contacts, as they would be stored, share the member with one that is there, and with which. */
export function findShared(
  tx: TeamTx,
  field: TakenField,
  contacts: readonly Image[],
): Promise<{ id: string; holder: string }[]> {
  const condition = {
    email: "h.archived_at is null and u.archived_at is null and h.email_key = lower(u.email)",
    external_id: "h.external_id = u.external_id",
  }[field];
  const text = `select u.id, h.id as holder from jsonb_populate_recordset(null::crm.contacts, $2::jsonb) u
join crm.contacts h on h.team_id = $1 and h.id <> u.id and ${condition}
order by u.id`;
  const values = [tx.context.teamId, JSON.stringify(contacts)];
  return tx.query<{ id: string; holder: string }>({ name: `crm.contacts.shared.${field}`, text, values });
}

/** Stores a new contact. Throws ContactTaken when its e-mail or external id belongs to another. */
export async function insertContact(tx: TeamTx, draft: Draft): Promise<ContactRow> {
  const { teamId, actorType, actorId } = tx.context;
  const text = `insert into crm.contacts as c
  (team_id, ${COLUMNS}, is_name_set, created_by_type, created_by_id)
select $1, ${FROM_VALUES}, $3, $4, $5
from jsonb_populate_record(null::crm.contacts, $2::jsonb) v
returning ${REPLY}`;
  const values = [teamId, draft.values, draft.isNameSet, actorType, actorId];
  const statement = { name: "crm.contacts.insert", text, values };
  return only(await unlessTaken(draft.values, () => tx.query<ContactRow>(statement)));
}

/** A contact about to be written: what is stored of it now. */
export interface StoredContact extends Row {
  contact: Contact;
  is_name_set: boolean;
}

/** Reads a contact that no other transaction may write until this one ends; undefined when the team has none. */
export async function lockContact(tx: TeamTx, id: string): Promise<StoredContact | undefined> {
  const text = `select c.is_name_set, ${CONTACT_JSON} as contact
from crm.contacts c
where c.team_id = $1 and c.id = $2
for update`;
  const rows = await tx.query<StoredContact>({
    name: "crm.contacts.lock",
    text,
    values: [tx.context.teamId, id],
  });
  return rows[0];
}

/**
 * Stores a locked contact's next state. Its time is the clock's, not the transaction's start: that may lie before the
 * write it waited for. Throws ContactTaken when its e-mail or external id belongs to another.
 */
export async function updateContact(tx: TeamTx, id: string, draft: Draft): Promise<ContactRow> {
  const text = `update crm.contacts c
set (${COLUMNS}) = (select ${FROM_VALUES} from jsonb_populate_record(null::crm.contacts, $3::jsonb) v),
  is_name_set = $4,
  archived_at = case when $5 then c.archived_at end,
  updated_at = clock_timestamp(),
  version = c.version + 1
where c.team_id = $1 and c.id = $2
returning ${REPLY}`;
  const values = [tx.context.teamId, id, draft.values, draft.isNameSet, draft.isArchived];
  const statement = { name: "crm.contacts.update", text, values };
  return only(await unlessTaken(draft.values, () => tx.query<ContactRow>(statement)));
}

/** Stores other derived names of contacts that this transaction has just written; that write's version is theirs. */
export async function storeDerivedNames(tx: TeamTx, names: ReadonlyMap<string, string>): Promise<void> {
  const text = `update crm.contacts c set display_name = d.name
from unnest($2::uuid[], $3::text[]) d(id, name)
where c.team_id = $1 and c.id = d.id and not c.is_name_set`;
  const values = [tx.context.teamId, [...names.keys()], [...names.values()]];
  await tx.query({ name: "crm.contacts.derived_names", text, values });
}

/** A contact that has just been archived. */
export interface ArchivedRow extends ContactRow {
  archived_at: string;
}

/**
 * Archives a live contact that has the given version (any when undefined); undefined when there is none. The row is
 * locked by a select first: an update takes its transaction's id before it waits for the row, and its event would
 * overtake those of whoever had the row before (events.relay).
 */
export async function archiveContact(
  tx: TeamTx,
  id: string,
  version: number | undefined,
): Promise<ArchivedRow | undefined> {
  const text = `with held as materialized (
  select c.team_id, c.id from crm.contacts c where c.team_id = $1 and c.id = $2 for update
)
update crm.contacts c
set archived_at = clock_timestamp(), updated_at = clock_timestamp(), version = c.version + 1
from held
where c.team_id = held.team_id and c.id = held.id and c.archived_at is null
  and c.version = coalesce($3::bigint, c.version)
returning ${REPLY}, ${instant("c.archived_at")} as archived_at`;
  const values = [tx.context.teamId, id, version ?? null];
  return (await tx.query<ArchivedRow>({ name: "crm.contacts.archive", text, values }))[0];
}

function only<T>(rows: readonly T[]): T {
  const row = rows[0];
  if (row === undefined) throw new Error("A statement that answers one row answered none.");
  return row;
}
