import assert from "node:assert/strict";
import { test } from "node:test";
import { faultsOf, generatedText } from "../fixture-protos.ts";

const head = `syntax = "proto3";

package shop.v1;

import "buf/validate/validate.proto";
import "google/api/annotations.proto";
import "google/api/httpbody.proto";
import "google/protobuf/empty.proto";
import "platform/v1/options.proto";
`;

const service = `
// Notes.
service Notes {
  // Lists notes.
  rpc ListNotes(google.protobuf.Empty) returns (google.api.HttpBody) {
    option (google.api.http) = {get: "/api/v1/notes"};
    option (platform.v1.rest).tool = {name: "note_list" title: "List notes" description: "Lists notes."};
  }
  // Creates a note.
  rpc CreateNote(google.protobuf.Empty) returns (google.api.HttpBody) {
    option (google.api.http) = {post: "/api/v1/notes" body: "body"};
  }
  // Answers one note.
  rpc GetNote(google.protobuf.Empty) returns (google.api.HttpBody) {
    option (google.api.http) = {get: "/api/v1/notes/{note_id}"};
  }
  // Changes a note.
  rpc UpdateNote(google.protobuf.Empty) returns (google.api.HttpBody) {
    option (google.api.http) = {patch: "/api/v1/notes/{note_id}" body: "body"};
  }
  // Archives a note.
  rpc ArchiveNote(google.protobuf.Empty) returns (google.api.HttpBody) {
    option (google.api.http) = {delete: "/api/v1/notes/{note_id}"};
  }
}
`;

const message = `
message Note {
  option (platform.v1.resource) = {plural: "notes" scope: "things" module: "things" archived: true};
  // What it is called.
  string title = 2 [
    (buf.validate.field).required = true,
    (buf.validate.field).string.max_len = 20,
    (platform.v1.member).searched = true
  ];
  string kind = 3 [
    (buf.validate.field).string = {in: ["a", "b"]},
    (platform.v1.member) = {default: "\\"a\\"" listed: true}
  ];
  string text = 4;
  repeated string tags = 5;
  string read_at = 6 [(platform.v1.json).format = "date-time", (platform.v1.member).write = WRITE_NEVER];
}
`;

const notes = head + service + message;

test("every message of a resource follows from its one message", async () => {
  const types = await generatedText(notes, "services/shop/gen/rpc.ts");
  for (const expected of [
    'interface NewNote {\n  /** What it is called. */\n  title: string;\n  kind?: "a" | "b";\n  text?: string;\n  tags?: string[];\n}',
    'interface NotePatch {\n  /** What it is called. */\n  title?: string;\n  kind?: "a" | "b";\n  text?: string | null;\n  tags?: string[] | null;\n  /** false restores an archived one. */\n  archived?: false;',
    'title: string;\n  kind: "a" | "b";\n  text: string | null;\n  tags: string[];\n  read_at: string | null;\n',
    'interface ListNotesQuery {\n  kind?: "a" | "b";\n',
    "interface NoteList {\n  notes: Note[];\n",
    "interface ArchivedNote {\n  id: string;\n  archived_at: string;\n}",
  ])
    assert.ok(types.includes(expected), `${expected}\n---\n${types}`);
});

test("an rpc gets its scope, module, status and messages from its verb and its resource", async () => {
  const registry = await generatedText(notes, "services/shop/gen/registry.ts");
  const partOf = (method: string) => new RegExp(`method: "${method}",[^]*?handler`).exec(registry)?.[0] ?? "";
  const expected: Record<string, string[]> = {
    ListNotes: ['action: "read"', "status: 200", "readOnly: true", "query: schemas.ListNotesQuery"],
    CreateNote: ['action: "write"', "status: 201", "request: schemas.NewNote", 'resource: "things"'],
    UpdateNote: ['action: "write"', "request: schemas.NotePatch", 'path: ["note_id"]', 'module: "things"'],
    ArchiveNote: ['action: "delete"', "status: 200", "request: null"],
  };
  for (const [method, texts] of Object.entries(expected))
    for (const text of texts)
      assert.ok(partOf(method).includes(text), `${method} ${text}: ${partOf(method)}`);
});

test("a message that is declared by hand stays, and gets the members it lacks", async () => {
  const byHand = `${notes}\nmessage ListNotesQuery {\n  // Notes of this colour.\n  string colour = 201;\n}\n`;
  const types = await generatedText(byHand, "services/shop/gen/rpc.ts");
  assert.match(
    types,
    /interface ListNotesQuery {\n {2}\/\*\* Notes of this colour. \*\/\n {2}colour\?: string;\n {2}kind\?/,
  );
});

test("a resource whose file has no service of its plural is a fault with its place", async () => {
  const faults = await faultsOf(notes.replace('plural: "notes"', 'plural: "memos"'));
  assert.deepEqual(faults.length, 1);
  assert.match(faults[0] ?? "", /protos\/shop\/v1\/things\.proto:\d+: shop\.v1\.Note is a resource/);
});
