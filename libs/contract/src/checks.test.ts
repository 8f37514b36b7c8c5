import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, fault, faultsOf, fixture, refuses } from "./fixture-protos.ts";

test("the fixture itself is accepted", async () => {
  assert.deepEqual(await faultsOf(fixture), []);
});

test("two rpcs with one verb and template are refused, whatever their field is called", async () => {
  const proto =
    changed(
      "  // Counts things",
      `  // Makes a thing again.
  rpc MakeThing(MakeThingRequest) returns (google.api.HttpBody) {
    option (google.api.http) = {post: "/api/v1/boxes/{crate_id}/things" body: "body"};
    option idempotency_level = IDEMPOTENT;
    option (platform.v1.rest) = {resource: "things" action: ACTION_WRITE status: 201 request: "ThingCreate" response: "Thing"};
  }
  // Counts things`,
    ) + "\nmessage MakeThingRequest {\n  string crate_id = 1;\n  google.api.HttpBody body = 2;\n}\n";
  await refuses(
    proto,
    fault(
      "shop.v1.Things/MakeThing binds POST /api/v1/boxes/\\{crate_id\\}/things, which shop.v1.Things/CreateThing already binds",
    ),
  );
});

test("an alias that another rpc binds is refused", async () => {
  const proto = changed(
    'additional_bindings {get: "/api/v1/old/things"}',
    'additional_bindings {get: "/api/v1/things"}',
  );
  await refuses(proto, fault("shop.v1.Things/ListThings binds GET /api/v1/things, which .* already binds"));
});

test("a Struct on the wire is refused", async () => {
  const proto = changed("string box_id = 1;", "string box_id = 1;\n  google.protobuf.Struct extra = 3;");
  await refuses(
    proto,
    fault("shop.v1.Things/CreateThing CreateThingRequest.extra is a google.protobuf.Struct on the wire"),
  );
});

test("a Value on the wire is refused", async () => {
  const proto = changed("string box_id = 1;", "string box_id = 1;\n  google.protobuf.Value extra = 3;");
  await refuses(
    proto,
    fault("shop.v1.Things/CreateThing CreateThingRequest.extra is a google.protobuf.Value on the wire"),
  );
});

test('body "*" is refused', async () => {
  await refuses(
    changed('things" body: "body"', 'things" body: "*"'),
    fault('shop.v1.Things/CreateThing has body "\\*"'),
  );
});

test("a bound query parameter is refused", async () => {
  const proto = changed("message ListThingsRequest {}", "message ListThingsRequest {\n  string page = 1;\n}");
  await refuses(
    proto,
    fault(
      "shop.v1.Things/ListThings ListThingsRequest.page is in no path, so the transcoder would bind it as a query parameter",
    ),
  );
});

test("a query member named like a path field is refused", async () => {
  const query = "message BoxQuery {\n  string box_id = 1;\n}\n";
  const proto =
    changed('status: 201 request: "ThingCreate"', 'status: 201 query: "BoxQuery" request: "ThingCreate"') +
    query;
  await refuses(proto, fault("shop.v1.BoxQuery.box_id is named like a path field"));
});

test("a path field that is not a string is refused", async () => {
  await refuses(
    changed("string box_id = 1;", "int64 box_id = 1;"),
    fault("shop.v1.Things/CreateThing path field CreateThingRequest.box_id is not a string"),
  );
});

test("a path field the message lacks is refused", async () => {
  await refuses(
    changed("  string box_id = 1;\n", ""),
    fault("shop.v1.Things/CreateThing path .* names \\{box_id\\}, which CreateThingRequest has no field for"),
  );
});

test("a missing scope is refused", async () => {
  await refuses(
    changed('resource: "things" action: ACTION_READ ', ""),
    fault("shop.v1.Things/ListThings has no scope"),
  );
});

test("an rpc that is public and scoped is refused", async () => {
  await refuses(
    changed("action: ACTION_READ", "action: ACTION_READ access: ACCESS_PUBLIC"),
    fault("shop.v1.Things/ListThings has an access and a scope"),
  );
});

test("an internal rpc that names no callers is refused", async () => {
  await refuses(
    changed(' callers: "crm"', ""),
    fault("shop.v1.Things/CountThings has neither an HTTP binding nor callers"),
  );
});

test("a missing success status is refused", async () => {
  await refuses(changed("status: 201 ", ""), fault("shop.v1.Things/CreateThing has no success status"));
});

test("a missing idempotency level is refused, though its zero value means the same", async () => {
  await refuses(
    changed("    option idempotency_level = IDEMPOTENCY_UNKNOWN;\n", ""),
    fault("shop.v1.Things/CreateThing has no idempotency_level"),
  );
});

test("a GET with side effects is refused", async () => {
  await refuses(
    changed("NO_SIDE_EFFECTS", "IDEMPOTENT"),
    fault("shop.v1.Things/ListThings is bound to GET and not NO_SIDE_EFFECTS"),
  );
});

test("a missing logical message is refused, for body and for reply", async () => {
  await refuses(
    changed(' request: "ThingCreate" response: "Thing"\n', ' response: "Thing"\n'),
    fault("shop.v1.Things/CreateThing takes a body, but names no logical request message"),
  );
  await refuses(
    changed(' query: "ListThingsQuery" response: "Thing"', ' query: "ListThingsQuery"'),
    fault("shop.v1.Things/ListThings has no logical response message"),
  );
});

test("a logical message that does not exist is refused", async () => {
  await refuses(
    changed('query: "ListThingsQuery"', 'query: "ListThingsQuarry"'),
    fault("shop.v1.Things/ListThings names the query message shop.v1.ListThingsQuarry, which does not exist"),
  );
});

test("another reply is refused without a sentence that says when it comes", async () => {
  await refuses(
    changed('query: "ListThingsQuery"', 'query: "ListThingsQuery" alternative: "Part"'),
    fault("shop.v1.Things/ListThings names an alternative message, but does not say when that is answered"),
  );
});

test("an rpc without an option of ours is refused", async () => {
  const proto = fixture.replace(/ {4}option \(platform\.v1\.rest\) = \{status.*\n/, "");
  await refuses(proto, fault("shop.v1.Things/CountThings has no \\(platform.v1.rest\\) option"));
});

test("an rpc without a comment is refused", async () => {
  await refuses(
    changed("  // Creates a thing in a box.\n", ""),
    fault("shop.v1.Things/CreateThing has no comment"),
  );
});

test("a malformed tool name is refused", async () => {
  await refuses(
    changed('"create_thing"', '"CreateThing"'),
    fault('shop.v1.Things/CreateThing has the tool name "CreateThing"'),
  );
});

test("a released tool name can neither change nor move", async () => {
  await refuses(
    changed('"create_thing"', '"make_thing"'),
    /^libs\/contract\/tools\.json: tool create_thing of shop.v1.Things\/CreateThing is released and gone/,
    {
      create_thing: "shop.v1.Things/CreateThing",
    },
  );
  await refuses(
    fixture,
    fault("shop.v1.Things/CreateThing takes the tool name create_thing, released for shop.v1.Things/Other"),
    {
      create_thing: "shop.v1.Things/Other",
    },
  );
});

test("a rule no JSON Schema keyword says is refused rather than left unchecked", async () => {
  await refuses(
    changed("min_len: 1, max_len: 20", 'prefix: "a"'),
    fault("shop.v1.ThingCreate.name has the rule string.prefix"),
  );
});

test("an enum, a oneof and an undeclared free-form member are refused", async () => {
  await refuses(
    changed("  string note = 2 [(platform.v1.json).nullable = true];", "  Kind note = 2;") +
      "\nenum Kind {\n  KIND_UNSPECIFIED = 0;\n}\n",
    fault("shop.v1.ThingCreate.note is an enum"),
  );
  await refuses(
    changed(
      "  string note = 2 [(platform.v1.json).nullable = true];",
      "  oneof either {\n    string note = 2;\n  }",
    ),
    fault("shop.v1.ThingCreate.note is in a oneof"),
  );
  await refuses(
    changed(
      'google.protobuf.Value anything = 6 [(platform.v1.json) = {freeform: true, references: {exempt: "Free."}}]',
      'google.protobuf.Value anything = 6 [(platform.v1.json).references.exempt = "Free."]',
    ),
    fault("shop.v1.ThingCreate.anything is free-form"),
  );
});

test("a query member that is not a scalar is refused", async () => {
  await refuses(
    changed("int32 limit = 1 [(buf.validate.field).int32.gte = 1]", "repeated string limit = 1"),
    fault("shop.v1.ListThingsQuery.limit is in a query and not a scalar"),
  );
});

test("two logical messages of one name are refused", async () => {
  const proto = changed(
    "repeated Part parts = 4 [(buf.validate.field).repeated.max_items = 2];",
    "Part.Thing parts = 4;",
  ).replace("message Part {", "message Part {\n  message Thing {}");
  await refuses(
    proto,
    fault(
      "shop.v1.Thing has the name of shop.v1.Part.Thing|shop.v1.Part.Thing has the name of shop.v1.Thing",
    ),
  );
});

test("every fault is listed at once", async () => {
  const proto = changed("status: 201 ", "").replace("NO_SIDE_EFFECTS", "IDEMPOTENT");
  assert.equal((await faultsOf(proto)).length, 2);
});

const toolText = 'tool: {name: "create_thing" title: "Create a thing" description: "Creates a thing."';

test("a tool argument that the query message lacks is refused", async () => {
  await refuses(
    changed(toolText, `${toolText} query: "page"`),
    fault("shop.v1.Things/CreateThing has the tool argument page, which its query message lacks"),
  );
});

test("a tool argument in two places is refused", async () => {
  await refuses(
    changed(
      "  string note = 2 [(platform.v1.json).nullable = true]",
      '  string box_id = 2 [(platform.v1.json).references.exempt = "Free."]',
    ),
    fault("shop.v1.Things/CreateThing has the tool argument box_id in two places"),
  );
});

test("a tool argument that is a word of the doors is refused", async () => {
  await refuses(
    changed("  string note = 2", "  string confirm = 2"),
    fault("shop.v1.Things/CreateThing has the tool argument confirm, a word of the doors"),
  );
});

test("a tool without a scope is refused", async () => {
  await refuses(
    changed(
      'resource: "things" action: ACTION_WRITE status: 201 request: "ThingCreate" response: "Thing"\n      tool',
      'access: ACCESS_AUTHENTICATED status: 201 request: "ThingCreate" response: "Thing"\n      tool',
    ),
    fault("shop.v1.Things/CreateThing has a tool; only an rpc with a scope can be one, or a read"),
  );
});
