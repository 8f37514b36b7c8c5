// Generated from protos/ by `make gen`; edits are lost.

import type { RpcDefinition } from "@jst/rpc";
import { readFileSync } from "node:fs";
import type { Deps } from "../src/deps.ts";
import { listContacts } from "../src/contacts/list-contacts.ts";
import { createContact } from "../src/contacts/create-contact.ts";
import { upsertContact } from "../src/contacts/upsert-contact.ts";
import { getContact } from "../src/contacts/get-contact.ts";
import { updateContact } from "../src/contacts/update-contact.ts";
import { archiveContact } from "../src/contacts/archive-contact.ts";
import { findContacts } from "../src/directory/find-contacts.ts";
import { listTasks } from "../src/tasks/list-tasks.ts";
import { createTask } from "../src/tasks/create-task.ts";
import { getTask } from "../src/tasks/get-task.ts";
import { updateTask } from "../src/tasks/update-task.ts";
import { completeTask } from "../src/tasks/complete-task.ts";
import type { Handler, InternalHandler } from "./rpc.ts";
import * as schemas from "./schemas.ts";

const listContactsHandler: Handler<"ListContacts"> = listContacts;
const createContactHandler: Handler<"CreateContact"> = createContact;
const upsertContactHandler: Handler<"UpsertContact"> = upsertContact;
const getContactHandler: Handler<"GetContact"> = getContact;
const updateContactHandler: Handler<"UpdateContact"> = updateContact;
const archiveContactHandler: Handler<"ArchiveContact"> = archiveContact;
const findContactsHandler: InternalHandler<"FindContacts"> = findContacts;
const listTasksHandler: Handler<"ListTasks"> = listTasks;
const createTaskHandler: Handler<"CreateTask"> = createTask;
const getTaskHandler: Handler<"GetTask"> = getTask;
const updateTaskHandler: Handler<"UpdateTask"> = updateTask;
const completeTaskHandler: Handler<"CompleteTask"> = completeTask;

/** Wire messages of these rpcs. */
export const descriptor = readFileSync(new URL("./descriptor.binpb", import.meta.url));

/** Every rpc this service answers. */
export const rpcs: readonly RpcDefinition<Deps>[] = [
  {
    service: "crm.v1.Contacts",
    method: "ListContacts",
    path: [],
    access: "scope",
    resource: "contacts",
    action: "read",
    module: "contacts",
    status: 200,
    readOnly: true,
    trust: "matrix",
    bodyOptional: false,
    request: null,
    query: schemas.ListContactsQuery,
    callers: [],
    handler: listContactsHandler,
  },
  {
    service: "crm.v1.Contacts",
    method: "CreateContact",
    path: [],
    access: "scope",
    resource: "contacts",
    action: "write",
    module: "contacts",
    status: 201,
    readOnly: false,
    trust: "matrix",
    bodyOptional: false,
    request: schemas.NewContact,
    query: null,
    callers: [],
    handler: createContactHandler,
  },
  {
    service: "crm.v1.Contacts",
    method: "UpsertContact",
    path: [],
    access: "scope",
    resource: "contacts",
    action: "write",
    module: "contacts",
    status: 200,
    readOnly: false,
    trust: "matrix",
    bodyOptional: false,
    request: schemas.NewContact,
    query: null,
    callers: [],
    handler: upsertContactHandler,
  },
  {
    service: "crm.v1.Contacts",
    method: "GetContact",
    path: ["contact_id"],
    access: "scope",
    resource: "contacts",
    action: "read",
    module: "contacts",
    status: 200,
    readOnly: true,
    trust: "matrix",
    bodyOptional: false,
    request: null,
    query: null,
    callers: [],
    handler: getContactHandler,
  },
  {
    service: "crm.v1.Contacts",
    method: "UpdateContact",
    path: ["contact_id"],
    access: "scope",
    resource: "contacts",
    action: "write",
    module: "contacts",
    status: 200,
    readOnly: false,
    trust: "matrix",
    bodyOptional: false,
    request: schemas.ContactPatch,
    query: null,
    callers: [],
    handler: updateContactHandler,
  },
  {
    service: "crm.v1.Contacts",
    method: "ArchiveContact",
    path: ["contact_id"],
    access: "scope",
    resource: "contacts",
    action: "write",
    module: "contacts",
    status: 200,
    readOnly: false,
    trust: "matrix",
    bodyOptional: false,
    request: null,
    query: null,
    callers: [],
    handler: archiveContactHandler,
  },
  {
    service: "crm.v1.Directory",
    method: "FindContacts",
    path: [],
    access: "internal",
    resource: "",
    action: "read",
    module: "",
    status: 200,
    readOnly: true,
    trust: "matrix",
    bodyOptional: false,
    request: schemas.ContactIds,
    query: null,
    callers: ["data"],
    handler: findContactsHandler,
  },
  {
    service: "crm.v1.Tasks",
    method: "ListTasks",
    path: [],
    access: "scope",
    resource: "project_task",
    action: "read",
    module: "project_tasks",
    status: 200,
    readOnly: true,
    trust: "matrix",
    bodyOptional: false,
    request: null,
    query: schemas.ListTasksQuery,
    callers: [],
    handler: listTasksHandler,
  },
  {
    service: "crm.v1.Tasks",
    method: "CreateTask",
    path: [],
    access: "scope",
    resource: "project_task",
    action: "write",
    module: "project_tasks",
    status: 201,
    readOnly: false,
    trust: "matrix",
    bodyOptional: false,
    request: schemas.NewTask,
    query: null,
    callers: [],
    handler: createTaskHandler,
  },
  {
    service: "crm.v1.Tasks",
    method: "GetTask",
    path: ["task_id"],
    access: "scope",
    resource: "project_task",
    action: "read",
    module: "project_tasks",
    status: 200,
    readOnly: true,
    trust: "matrix",
    bodyOptional: false,
    request: null,
    query: null,
    callers: [],
    handler: getTaskHandler,
  },
  {
    service: "crm.v1.Tasks",
    method: "UpdateTask",
    path: ["task_id"],
    access: "scope",
    resource: "project_task",
    action: "write",
    module: "project_tasks",
    status: 200,
    readOnly: false,
    trust: "matrix",
    bodyOptional: false,
    request: schemas.TaskPatch,
    query: null,
    callers: [],
    handler: updateTaskHandler,
  },
  {
    service: "crm.v1.Tasks",
    method: "CompleteTask",
    path: ["task_id"],
    access: "scope",
    resource: "project_task",
    action: "write",
    module: "project_tasks",
    status: 200,
    readOnly: false,
    trust: "matrix",
    bodyOptional: false,
    request: null,
    query: null,
    callers: [],
    handler: completeTaskHandler,
  },
];
