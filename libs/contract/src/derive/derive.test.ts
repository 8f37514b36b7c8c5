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
  // Title of the note.
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
    'interface NoteCreate {\n  /** Title of the note. */\n  title: string;\n  kind?: "a" | "b";\n  text?: string | null;\n  tags?: string[] | null;\n}',
    'interface NotePatch {\n  /** Title of the note. */\n  title?: string;\n  kind?: "a" | "b";\n  text?: string | null;\n  tags?: string[] | null;\n  /** false restores an archived one. */\n  archived?: false;',
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
    CreateNote: ['action: "write"', "status: 201", "request: schemas.NoteCreate", 'resource: "things"'],
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

test("a reply that is declared by hand has its own members and the resource's, and is that of its rpc", async () => {
  const details = `${notes}
message CreatedNote {
  // Shown once.
  string secret = 201 [(platform.v1.json).secret = true];
}
message NoteDetail {
  repeated string lines = 201 [(buf.validate.field).required = true];
}
`;
  const openapi = await generatedText(details, "services/agent/gen/openapi.json");
  const { paths, components } = JSON.parse(openapi) as {
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
    components: { schemas: Record<string, { properties: object }> };
  };
  const answered = (path: string, verb: string, status: string) =>
    JSON.stringify(paths[path]?.[verb]?.responses[status]);
  assert.match(answered("/api/v1/notes", "post", "201"), /schemas\/CreatedNote"/);
  assert.match(answered("/api/v1/notes/{note_id}", "get", "200"), /schemas\/NoteDetail"/);
  assert.match(answered("/api/v1/notes/{note_id}", "patch", "200"), /schemas\/Note"/);
  const own = Object.keys(components.schemas["Note"]?.properties ?? {});
  for (const [name, more] of [
    ["CreatedNote", "secret"],
    ["NoteDetail", "lines"],
  ] as const)
    assert.deepEqual(Object.keys(components.schemas[name]?.properties ?? {}), [more, ...own]);
});

test("one that is deleted keeps its row in the table that is named, and the reply tells when", async () => {
  const deleted = notes
    .replace("archived: true", 'deleted: true table: "slips"')
    .replace("ArchiveNote(", "DeleteNote(");
  const types = await generatedText(deleted, "services/shop/gen/rpc.ts");
  assert.ok(types.includes("interface DeletedNote {\n  id: string;\n  deleted_at: string;\n}"), types);
  assert.ok(!types.includes("archived"), types);
  const resources = await generatedText(deleted, "services/shop/gen/resources.ts");
  for (const fact of ['table: "shop.slips"', "isArchived: false", "isDeleted: true"])
    assert.ok(resources.includes(fact), resources);
});

test("null is taken on creation where a member says that it is a value", async () => {
  const nullable = notes.replace("string text = 4;", "string text = 4 [(platform.v1.json).nullable = true];");
  const types = await generatedText(nullable, "services/shop/gen/rpc.ts");
  assert.match(types, /interface NoteCreate {[^}]*\n {2}text\?: string \| null;\n/);
});

test("a field of a path says what PathFields of its package say of it, else that it is an id", async () => {
  const described = `${notes}\nmessage PathFields {\n  // Id or title of the note.\n  string note_id = 1;\n}\n`;
  const path = "services/agent/gen/openapi.json";
  assert.ok((await generatedText(notes, path)).includes('"description":"Id of the note."'));
  assert.ok((await generatedText(described, path)).includes('"description":"Id or title of the note."'));
});

test("an rpc without a path has a body where it has a request", async () => {
  const internal = notes.replace(
    "service Notes {",
    `service Notes {
  // Counts notes.
  rpc CountNotes(google.protobuf.Empty) returns (google.api.HttpBody) {
    option idempotency_level = NO_SIDE_EFFECTS;
    option (platform.v1.rest) = {status: 200 request: "CountedNotes" response: "Note" callers: ["operator"]};
  }`,
  );
  const types = await generatedText(`${internal}\nmessage CountedNotes {}\n`, "services/shop/gen/rpc.ts");
  assert.match(types, /interface InternalRpcs {\n {2}CountNotes: CountedNotes;/);
});

test("a member has the values of a list that it names, and a list as many at most", async () => {
  const named = (list: string) =>
    `${notes}
message CreatedNote {
  string type = 201 [(platform.v1.json).values = "event_types"];
  repeated string types = 202 [(buf.validate.field).repeated.min_items = 1, (platform.v1.json).values = "${list}"];
}
`;
  const path = "services/shop/gen/schemas.ts";
  const types = ["note.created", "note.deleted", "note.restored", "note.updated"];
  const values = (all: readonly string[]) => JSON.stringify({ type: "string", enum: all });
  const schemas = await generatedText(named("event_types"), path);
  assert.ok(schemas.includes(`"type":${values(types)}`), schemas);
  const list = (all: readonly string[]) =>
    `"types":{"type":"array","items":${values(all)},"minItems":1,"maxItems":${all.length}}`;
  assert.ok(schemas.includes(list(types)), schemas);
  const patterns = await generatedText(named("event_patterns"), path);
  assert.ok(patterns.includes(list([...types, "note.*", "*"])), patterns);
  assert.match(
    (await faultsOf(named("colours"))).join(),
    /things\.proto:\d+: shop\.v1\.CreatedNote\.types has the values colours/,
  );
});

const including = `${notes}
message Line {
  // Text of the line.
  string text = 1 [(buf.validate.field).required = true];
  string kind = 2 [(buf.validate.field).string = {in: ["a", "b"]}];
  int32 size = 3;
}
message NoteLine {
  option (platform.v1.includes).message = "shop.v1.Line";
  // Kind of a note's line.
  string kind = 2 [(buf.validate.field).string = {in: ["a", "b", "c"]}];
  // Own member.
  string colour = 4;
}
message CreatedNote {
  repeated NoteLine lines = 201;
}
`;

test("a message has the members of the one that it includes, and its own in place of theirs", async () => {
  const types = await generatedText(including, "services/shop/gen/rpc.ts");
  const members = `  /** Text of the line. */
  text: string;
  /** Kind of a note's line. */
  kind?: "a" | "b" | "c";
  size?: number;
  /** Own member. */
  colour?: string;
`;
  assert.ok(types.includes(`interface NoteLine {\n${members}}`), types);
});

test("an included message that is absent, or takes the number of another member, is a fault with its place", async () => {
  const faultIn = async (from: string, to: string) => (await faultsOf(including.replace(from, to))).join();
  assert.match(
    await faultIn("shop.v1.Line", "shop.v1.Gone"),
    /things\.proto:\d+: .*NoteLine includes shop\.v1\.Gone/,
  );
  assert.match(await faultIn("colour = 4", "colour = 3"), /members colour and size with one number, 3/);
  assert.match(await faultIn("int32 size", "Note size"), /member size is not a scalar/);
});

test("a resource whose file has no service of its plural is a fault with its place", async () => {
  const faults = await faultsOf(notes.replace('plural: "notes"', 'plural: "memos"'));
  assert.deepEqual(faults.length, 1);
  assert.match(faults[0] ?? "", /protos\/shop\/v1\/things\.proto:\d+: shop\.v1\.Note is a resource/);
});
