import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { ReleasedTools } from "./check-tools.ts";
import { readConfig } from "./config.ts";
import { ContractError } from "./contract-error.ts";
import { generate } from "./generate.ts";
import type { Generated } from "./generated.ts";
import { loadProtos, type Protos } from "./load.ts";
import { Workspace } from "./workspace.ts";

/** Root of the tree. */
export const root = resolve(import.meta.dirname, "../../..");

/** A small service that passes every check; tests change one thing of it. */
export const fixture = `syntax = "proto3";

package shop.v1;

import "buf/validate/validate.proto";
import "google/api/annotations.proto";
import "google/api/httpbody.proto";
import "google/protobuf/struct.proto";
import "platform/v1/options.proto";

// Things.
service Things {
  // Lists things. Every one of them.
  rpc ListThings(ListThingsRequest) returns (google.api.HttpBody) {
    option (google.api.http) = {
      get: "/api/v1/things"
      additional_bindings {get: "/api/v1/old/things"}
    };
    option idempotency_level = NO_SIDE_EFFECTS;
    option (platform.v1.rest) = {resource: "things" action: ACTION_READ status: 200 query: "ListThingsQuery" response: "Thing"};
  }
  // Creates a thing in a box.
  rpc CreateThing(CreateThingRequest) returns (google.api.HttpBody) {
    option (google.api.http) = {post: "/api/v1/boxes/{box_id}/things" body: "body"};
    option idempotency_level = IDEMPOTENCY_UNKNOWN;
    option (platform.v1.rest) = {
      resource: "things" action: ACTION_WRITE status: 201 request: "ThingCreate" response: "Thing"
      tool: {name: "create_thing" title: "Create a thing" description: "Creates a thing."}
    };
  }
  // Counts things for another service.
  rpc CountThings(CountThingsRequest) returns (google.api.HttpBody) {
    option idempotency_level = NO_SIDE_EFFECTS;
    option (platform.v1.rest) = {status: 200 request: "ThingCreate" response: "Thing" callers: "crm"};
  }
}

message ListThingsRequest {}

message CreateThingRequest {
  string box_id = 1;
  google.api.HttpBody body = 2;
}

message CountThingsRequest {
  google.api.HttpBody body = 1;
}

message ListThingsQuery {
  int32 limit = 1 [(buf.validate.field).int32.gte = 1];
}

message ThingCreate {
  string name = 1 [(buf.validate.field).required = true, (buf.validate.field).string = {min_len: 1, max_len: 20}];
  string note = 2 [(platform.v1.json).nullable = true];
  google.protobuf.Struct extra = 3 [(platform.v1.json) = {freeform: true, max_properties: 2, references: {exempt: "Free."}}];
  repeated Part parts = 4 [(buf.validate.field).repeated.max_items = 2];
  map<string, int32> counts = 5;
  google.protobuf.Value anything = 6 [(platform.v1.json) = {freeform: true, references: {exempt: "Free."}}];
  string due_on = 7 [(platform.v1.json).format = "date"];
  string size = 8 [(buf.validate.field).string = {in: ["s", "l"]}];
}

message Part {
  string id = 1 [(buf.validate.field).required = true, (buf.validate.field).string.uuid = true, (platform.v1.json).references.resource = "parts"];
}

message Thing {
  string id = 1 [(buf.validate.field).required = true];
}
`;

/** The fixture with one text replaced; throws when it is not there, so no test passes by looking past its subject. */
export function changed(from: string, to: string): string {
  if (!fixture.includes(from)) throw new Error(`the fixture holds no: ${from}`);
  return fixture.replace(from, to);
}

/** Generates from one proto beside the platform's own; `files` are those of folders with a lifecycle.ts. */
export async function generateFrom(
  proto: string,
  released: ReleasedTools = {},
  files: readonly string[] = [],
): Promise<Generated[]> {
  const dir = await mkdtemp(join(tmpdir(), "jst-fixture-"));
  try {
    await mkdir(join(dir, "shop/v1"), { recursive: true });
    await cp(join(root, "protos/platform"), join(dir, "platform"), { recursive: true });
    await writeFile(join(dir, "shop/v1/things.proto"), proto);
    const workspace = await Workspace.create(root, dir, readConfig().cacheDir);
    try {
      return generate(await workspace.descriptorSet(), released, new Set(files));
    } finally {
      await workspace.remove();
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Every fault the generator finds, as it prints them; empty when it finds none. */
export async function faultsOf(proto: string, released: ReleasedTools = {}): Promise<string[]> {
  try {
    await generateFrom(proto, released);
    return [];
  } catch (error) {
    if (error instanceof ContractError) return error.faults.map((fault) => `${fault.at}: ${fault.message}`);
    throw error;
  }
}

/** The text of one generated file. */
export async function generatedText(proto: string, path: string): Promise<string> {
  const file = (await generateFrom(proto)).find((candidate) => candidate.path === path);
  if (typeof file?.content !== "string") throw new Error(`${path} was not generated as text`);
  return file.content;
}

/** The compiled protos of this tree. */
export async function platformSet(): Promise<Buffer> {
  const workspace = await Workspace.create(root, join(root, "protos"), readConfig().cacheDir);
  try {
    return await workspace.descriptorSet();
  } finally {
    await workspace.remove();
  }
}

/** The protos of this tree, loaded. */
export async function platformProtos(): Promise<Protos> {
  return loadProtos(await platformSet());
}

/** Asserts that the protos have one fault, in one sentence with file, line and rpc. */
export async function refuses(proto: string, expected: RegExp, released = {}): Promise<void> {
  const faults = await faultsOf(proto, released);
  assert.equal(faults.length, 1, faults.join("\n"));
  assert.match(faults[0] ?? "", expected);
}

const line = String.raw`protos/shop/v1/things\.proto:\d+: `;
/** Matches a fault of the fixture's proto. */
export const fault = (text: string): RegExp => new RegExp(`^${line}${text}`);
