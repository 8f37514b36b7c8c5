// Generated from protos/ by `make gen`; edits are lost.

import type { InternalRpcHandler, RpcHandler } from "@jst/rpc";
import type { Deps } from "../src/deps.ts";

/** Who did something. */
export interface Actor {
  type: "service" | "human" | "break_glass" | "oauth_app" | "member" | "system";
  id: string | null;
}

export interface Address {
  line1?: string;
  line2?: string;
  city?: string;
  region?: string;
  postal_code?: string;
  /** ISO 3166-1 alpha-2. */
  country?: string;
}

export interface ArchivedContact {
  id: string;
  archived_at: string;
}

export interface Contact {
  id: string;
  first_name: string | null;
  last_name: string | null;
  /** Made from the names, company, email or phone unless set. */
  display_name: string | null;
  /** Unique among the contacts that are not archived, whatever its case; blanks around it are dropped. */
  email: string | null;
  additional_emails: string[];
  /** E.164. */
  phone: string | null;
  /** E.164. */
  additional_phones: string[];
  company: string | null;
  title: string | null;
  address: Address | null;
  tags: string[];
  lifecycle_stage: "lead" | "prospect" | "customer" | "former" | "other" | null;
  /** Member of the team who looks after the contact. */
  owner_id: string | null;
  source: string | null;
  /** Id in another system, unique in the team. */
  external_id: string | null;
  /** IANA zone. */
  timezone: string | null;
  /** BCP 47 tag. */
  locale: string | null;
  birth_date: string | null;
  notes: string | null;
  /** The team's own members; always replaced as a whole. */
  custom: Record<string, unknown>;
  /** Status by channel and purpose, as comms knows it. */
  consent: Record<string, unknown>;
  /** Null while it is not archived. */
  archived_at: string | null;
  created_at: string;
  updated_at: string;
  created_by: Actor;
  version: number;
}

export interface ContactIds {
  team_id: string;
  ids: string[];
}

export interface ContactList {
  contacts: Contact[];
  /** null on the last page. */
  next_cursor: string | null;
  has_more: boolean;
  /** Only with count=exact. */
  total?: number;
}

export interface ContactPatch {
  first_name?: string | null;
  last_name?: string | null;
  /** Made from the names, company, email or phone unless set. */
  display_name?: string | null;
  /** Unique among the contacts that are not archived, whatever its case; blanks around it are dropped. */
  email?: string | null;
  additional_emails?: string[] | null;
  /** E.164. */
  phone?: string | null;
  /** E.164. */
  additional_phones?: string[] | null;
  company?: string | null;
  title?: string | null;
  address?: Address | null;
  tags?: string[] | null;
  lifecycle_stage?: "lead" | "prospect" | "customer" | "former" | "other" | null;
  /** Member of the team who looks after the contact. */
  owner_id?: string | null;
  source?: string | null;
  /** Id in another system, unique in the team. */
  external_id?: string | null;
  /** IANA zone. */
  timezone?: string | null;
  /** BCP 47 tag. */
  locale?: string | null;
  birth_date?: string | null;
  notes?: string | null;
  /** The team's own members; always replaced as a whole. */
  custom?: Record<string, unknown> | null;
  /** false restores an archived one. */
  archived?: false;
  /** Restores an archived one; the same as archived: false. */
  action?: "restore";
}

export interface KnownContacts {
  /** In no order; an id of nobody, of an archived contact or of another team's is left out. */
  ids: string[];
}

export interface ListContactsQuery {
  /** Text to find in names, e-mail addresses, phone numbers and company. */
  q?: string;
  /** E-mail address, whatever its case. */
  email?: string;
  /** E.164. A `+` that is not percent-encoded arrives as a blank and is read as the `+` it was. */
  phone?: string;
  /** Contacts that carry this tag. */
  tag?: string;
  lifecycle_stage?: "lead" | "prospect" | "customer" | "former" | "other";
  /** Member of the team who looks after the contact. */
  owner_id?: string;
  /** Id in another system, unique in the team. */
  external_id?: string;
  /** Default false. */
  archived?: "false" | "true" | "all";
  /** Only what was changed at or after this time. A change is dated when its write began, and a write may take 30 s: who goes on from the latest updated_at seen asks from 30 s before it. */
  updated_since?: string;
  /** Filter as JSON: one condition, or conditions under and, or, not. */
  filter?: string;
  /** `<field>:<asc|desc>`, up to five, comma separated. */
  sort?: string;
  /** Most items of a page, which ends early at 4 MiB; above 500 it is cut to 500. */
  limit?: number;
  /** next_cursor of the previous page. */
  cursor?: string;
  /** `exact` adds `total`. */
  count?: "exact";
}

export interface ListTasksQuery {
  status?: "todo" | "in_progress" | "blocked" | "done" | "cancelled";
  /** Member of the team whose task it is. */
  assignee_id?: string;
  priority?: "low" | "normal" | "high";
  /** Name of the project it belongs to. */
  project?: string;
  /** Contact it is about; archived or not. */
  contact_id?: string;
  /** Text to find in title and project. */
  q?: string;
  /** Only what was changed at or after this time. A change is dated when its write began, and a write may take 30 s: who goes on from the latest updated_at seen asks from 30 s before it. */
  updated_since?: string;
  /** Filter as JSON: one condition, or conditions under and, or, not. */
  filter?: string;
  /** `<field>:<asc|desc>`, up to five, comma separated. */
  sort?: string;
  /** Most items of a page, which ends early at 4 MiB; above 500 it is cut to 500. */
  limit?: number;
  /** next_cursor of the previous page. */
  cursor?: string;
}

export interface NewContact {
  first_name?: string;
  last_name?: string;
  /** Made from the names, company, email or phone unless set. */
  display_name?: string;
  /** Unique among the contacts that are not archived, whatever its case; blanks around it are dropped. */
  email?: string;
  additional_emails?: string[];
  /** E.164. */
  phone?: string;
  /** E.164. */
  additional_phones?: string[];
  company?: string;
  title?: string;
  address?: Address;
  tags?: string[];
  lifecycle_stage?: "lead" | "prospect" | "customer" | "former" | "other";
  /** Member of the team who looks after the contact. */
  owner_id?: string;
  source?: string;
  /** Id in another system, unique in the team. */
  external_id?: string;
  /** IANA zone. */
  timezone?: string;
  /** BCP 47 tag. */
  locale?: string;
  birth_date?: string;
  notes?: string;
  /** The team's own members; always replaced as a whole. */
  custom?: Record<string, unknown>;
}

export interface NewTask {
  title: string;
  status?: "todo" | "in_progress" | "blocked" | "done" | "cancelled";
  /** Member of the team whose task it is. */
  assignee_id?: string;
  due_at?: string;
  priority?: "low" | "normal" | "high";
  /** Name of the project it belongs to. */
  project?: string;
  /** Contact it is about; archived or not. */
  contact_id?: string;
}

export interface Task {
  id: string;
  title: string;
  status: "todo" | "in_progress" | "blocked" | "done" | "cancelled";
  /** Member of the team whose task it is. */
  assignee_id: string | null;
  due_at: string | null;
  priority: "low" | "normal" | "high";
  /** Name of the project it belongs to. */
  project: string | null;
  /** Contact it is about; archived or not. */
  contact_id: string | null;
  /** When the status became done; null while it is another. */
  completed_at: string | null;
  created_at: string;
  updated_at: string;
  created_by: Actor;
  version: number;
}

export interface TaskList {
  tasks: Task[];
  /** null on the last page. */
  next_cursor: string | null;
  has_more: boolean;
}

export interface TaskPatch {
  title?: string;
  status?: "todo" | "in_progress" | "blocked" | "done" | "cancelled";
  /** Member of the team whose task it is. */
  assignee_id?: string | null;
  due_at?: string | null;
  priority?: "low" | "normal" | "high";
  /** Name of the project it belongs to. */
  project?: string | null;
  /** Contact it is about; archived or not. */
  contact_id?: string | null;
}

/** Input of every rpc. */
export interface Rpcs {
  ListContacts: { path: Record<string, never>; query: ListContactsQuery; body: undefined };
  CreateContact: { path: Record<string, never>; query: Record<string, never>; body: NewContact };
  UpsertContact: { path: Record<string, never>; query: Record<string, never>; body: NewContact };
  GetContact: { path: { contact_id: string }; query: Record<string, never>; body: undefined };
  UpdateContact: { path: { contact_id: string }; query: Record<string, never>; body: ContactPatch };
  ArchiveContact: { path: { contact_id: string }; query: Record<string, never>; body: undefined };
  ListTasks: { path: Record<string, never>; query: ListTasksQuery; body: undefined };
  CreateTask: { path: Record<string, never>; query: Record<string, never>; body: NewTask };
  GetTask: { path: { task_id: string }; query: Record<string, never>; body: undefined };
  UpdateTask: { path: { task_id: string }; query: Record<string, never>; body: TaskPatch };
  CompleteTask: { path: { task_id: string }; query: Record<string, never>; body: undefined };
}

/** A handler of this service. */
export type Handler<Name extends keyof Rpcs> = RpcHandler<Rpcs[Name]["path"], Rpcs[Name]["query"], Rpcs[Name]["body"], Deps>;

/** Body of every internal rpc. */
export interface InternalRpcs {
  FindContacts: ContactIds;
}

/** A handler of an internal rpc of this service. */
export type InternalHandler<Name extends keyof InternalRpcs> = InternalRpcHandler<InternalRpcs[Name], Deps>;
