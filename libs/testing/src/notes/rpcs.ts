import type { Resources } from "@jst/changes";
import type { JsonSchema, RpcDefinition } from "@jst/rpc";
import * as handlers from "./handlers.ts";
import type { NotesDeps } from "./handlers.ts";

const text: JsonSchema = { type: ["string", "null"], maxLength: 1_000_000 };
const members: JsonSchema = {
  title: { type: "string", minLength: 1 },
  slug: text,
  text,
  color: text,
  custom: { type: "object" },
};
const note: JsonSchema = { type: "object", properties: members, additionalProperties: false };
const parameters: JsonSchema = Object.fromEntries(
  ["cursor", "sort", "q", "filter", "archived"].map((name) => [name, { type: "string" }]),
);
const query: JsonSchema = {
  type: "object",
  properties: { ...parameters, limit: { type: "integer", minimum: 1 } },
  additionalProperties: false,
};

/** Common annotations of the rpcs of notes; modules are those of the product, so notes are switched with contacts. */
const common = {
  service: "notes.v1.Notes",
  access: "scope",
  // One that members write.
  resource: "articles",
  action: "write",
  module: "contacts",
  status: 200,
  readOnly: false,
  trust: "matrix",
  bodyOptional: false,
  request: null,
  query: null,
  callers: [],
} as const;
const read = { ...common, action: "read", readOnly: true } as const;
const byId = ["note_id"];

/** Every rpc of the notes service. */
export const notesRpcs: readonly RpcDefinition<NotesDeps>[] = [
  { ...read, method: "ListNotes", path: [], query, handler: handlers.listNotes },
  {
    ...common,
    method: "CreateNote",
    path: [],
    status: 201,
    request: { ...note, required: ["title"] },
    handler: handlers.createNote,
  },
  { ...read, method: "GetNote", path: byId, handler: handlers.getNote },
  { ...common, method: "UpdateNote", path: byId, request: note, handler: handlers.updateNote },
  { ...common, method: "ArchiveNote", path: byId, handler: handlers.archiveNote },
];

/** Resources whose changes the notes service records. */
export const notesResources: Resources = {
  notes: { table: "crm.notes", noun: "note", scope: "articles", deletedAt: "archived_at" },
};
