import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, faultsOf } from "./fixture-protos.ts";

async function refuses(proto: string, expected: string): Promise<void> {
  const faults = await faultsOf(proto);
  assert.deepEqual([faults.length, faults[0]?.includes(expected)], [1, true], faults.join("\n"));
}

const misnamed = "has a tool; a tool without a scope, or of the wildcard, names its toolset";

test("a tool with a scope has the scope's resource as its toolset, and one without must name its own", async () => {
  await refuses(
    changed('title: "Create a thing"', 'toolset: "boxes" title: "Create a thing"'),
    `shop.v1.Things/CreateThing ${misnamed}`,
  );
  const unscoped = (toolset: string) =>
    changed(
      'resource: "things" action: ACTION_READ status: 200',
      `access: ACCESS_AUTHENTICATED status: 200 tool: {name: "list_things" ${toolset} title: "List things" description: "Lists things."}`,
    );
  await refuses(unscoped(""), `shop.v1.Things/ListThings ${misnamed}`);
  assert.deepEqual(await faultsOf(unscoped('toolset: "boxes"')), []);
  const ofWildcard = (toolset: string) =>
    changed(
      'resource: "things" action: ACTION_READ status: 200',
      `resource: "*" action: ACTION_READ status: 200 tool: {name: "list_things" ${toolset} title: "List things" description: "Lists things."}`,
    );
  await refuses(ofWildcard(""), `shop.v1.Things/ListThings ${misnamed}`);
});

test("a step of a tool is made by the agent service alone", async () => {
  await refuses(
    changed('title: "Create a thing"', 'steps: ["shop.v1.Things/ListThings"] title: "Create a thing"'),
    "shop.v1.Things/CreateThing has a tool with steps; only the agent service makes steps",
  );
});

test("there are 40 tools that every list shows, and no more", async () => {
  const more = (count: number, option = "") => {
    const names = Array.from({ length: count }, (_, index) => `Thing${index}`);
    const rpcs = names.map(
      (name, index) => `  // Makes one more.
  rpc Create${name}(Create${name}Request) returns (google.api.HttpBody) {
    option (google.api.http) = {post: "/api/v1/more${index}" body: "body"};
    option idempotency_level = IDEMPOTENCY_UNKNOWN;
    option (platform.v1.rest) = {
      resource: "things" action: ACTION_WRITE status: 201 request: "ThingCreate" response: "Thing"
      tool: {name: "create_thing_${index}" ${option} title: "One more" description: "Makes one more."}
    };
  }
`,
    );
    const requests = names.map(
      (name) => `message Create${name}Request {\n  google.api.HttpBody body = 1;\n}\n`,
    );
    return changed("  // Counts things", `${rpcs.join("")}  // Counts things`) + requests.join("");
  };
  assert.deepEqual(await faultsOf(more(39)), []);
  await refuses(more(40), "libs/contract/tools.json: there are 41 tools, at most 40 are listed");
  assert.deepEqual(await faultsOf(more(40, "extra: true")), []);
});
