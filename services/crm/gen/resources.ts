// Generated from protos/ by `make gen`; edits are lost.

import type { Declaration } from "@jst/resource";
import type { Contact, ListContactsQuery, ListTasksQuery, Task } from "./rpc.ts";

/** Members of a contact that its writer decides. */
export type ContactValues = Pick<Contact, "first_name" | "last_name" | "display_name" | "email" | "additional_emails" | "phone" | "additional_phones" | "company" | "title" | "address" | "tags" | "lifecycle_stage" | "owner_id" | "source" | "external_id" | "timezone" | "locale" | "birth_date" | "notes" | "custom">;

/** Contact, as its proto declares it. */
export const contactDeclaration: Declaration<Contact, ContactValues, ListContactsQuery> = {
  name: "contacts",
  noun: "contact",
  table: "crm.contacts",
  path: "/api/v1/contacts",
  id: "contact_id",
  item: "Contact",
  list: "crm.v1.Contacts/ListContacts",
  isArchived: true,
  members: [
    {"name":"first_name","kind":"text","isWritable":true},
    {"name":"last_name","kind":"text","isWritable":true},
    {"name":"display_name","kind":"text","isWritable":true,"isSearched":true},
    {"name":"email","kind":"text","isWritable":true},
    {"name":"additional_emails","kind":"texts","isWritable":true},
    {"name":"phone","kind":"text","isWritable":true},
    {"name":"additional_phones","kind":"texts","isWritable":true},
    {"name":"company","kind":"text","isWritable":true},
    {"name":"title","kind":"text","isWritable":true},
    {"name":"address","kind":"object","isWritable":true},
    {"name":"tags","kind":"texts","isWritable":true},
    {"name":"lifecycle_stage","kind":"select","values":["lead","prospect","customer","former","other"],"isWritable":true,"isListed":true},
    {"name":"owner_id","kind":"uuid","isWritable":true,"isListed":true},
    {"name":"source","kind":"text","isWritable":true},
    {"name":"external_id","kind":"text","isWritable":true,"isListed":true},
    {"name":"timezone","kind":"text","isWritable":true},
    {"name":"locale","kind":"text","isWritable":true},
    {"name":"birth_date","kind":"date","isWritable":true},
    {"name":"notes","kind":"text","isWritable":true},
    {"name":"custom","kind":"free","isWritable":true},
    {"name":"consent","kind":"free"},
  ],
};

/** Members of a task that its writer decides. */
export type TaskValues = Pick<Task, "title" | "status" | "assignee_id" | "due_at" | "priority" | "project" | "contact_id">;

/** Task, as its proto declares it. */
export const taskDeclaration: Declaration<Task, TaskValues, ListTasksQuery> = {
  name: "tasks",
  noun: "task",
  table: "crm.tasks",
  path: "/api/v1/tasks",
  id: "task_id",
  item: "Task",
  list: "crm.v1.Tasks/ListTasks",
  isArchived: false,
  members: [
    {"name":"title","kind":"text","isNeverNull":true,"isWritable":true,"isTrimmed":true,"isSearched":true},
    {"name":"status","kind":"select","values":["todo","in_progress","blocked","done","cancelled"],"initial":"todo","isNeverNull":true,"isWritable":true,"isListed":true},
    {"name":"assignee_id","kind":"uuid","isWritable":true,"isListed":true},
    {"name":"due_at","kind":"datetime","isWritable":true},
    {"name":"priority","kind":"select","values":["low","normal","high"],"initial":"normal","isNeverNull":true,"isWritable":true,"isListed":true},
    {"name":"project","kind":"text","isWritable":true,"isTrimmed":true,"isListed":true,"isSearched":true},
    {"name":"contact_id","kind":"uuid","isWritable":true,"isListed":true},
    {"name":"completed_at","kind":"datetime"},
  ],
};
