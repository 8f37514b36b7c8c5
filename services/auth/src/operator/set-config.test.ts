import assert from "node:assert/strict";
import { before, test } from "node:test";
import { listTables } from "../testing/envoy-messages.ts";
import { testAuth } from "../testing/test-auth.ts";
import { moduleDefaults } from "../teams/modules.ts";

const { door, newTeam, askWith, mint, verifier } = await testAuth();
let team: string;
let token: string;
before(async () => {
  team = await newTeam();
  token = (await mint({ team, type: "service" })).value;
});

/** The team as services see it. */
async function facts() {
  const { upstream } = await askWith(token, { route: { ...listTables, module: "" } });
  return (await verifier.verify(upstream["x-internal-token"] ?? "")).team;
}

/** Sets a key and waits until services see the wanted facts. */
async function set(
  key: string,
  value: unknown,
  isSeen: (team: Awaited<ReturnType<typeof facts>>) => boolean,
) {
  const reply = await door.operate("SetConfig", { team, key, value });
  assert.equal(reply.status, 200);
  while (!isSeen(await facts()));
  return reply.body;
}

test("every module key can be switched, and comes to services", async () => {
  for (const [key, byDefault] of Object.entries(moduleDefaults)) {
    const name = `modules.${key}.enabled`;
    const reply = await set(name, !byDefault, ({ modules }) => modules[key] === !byDefault);
    assert.deepEqual(reply, { key: name, value: !byDefault });
  }
});

test("review and mcp_export go by their bare names too", async () => {
  await set("modules.mcp_export", true, (seen) => seen.mcp_export && seen.modules.mcp_export === true);
  await set("modules.review", false, ({ modules }) => modules.review === false);
  await set("modules.review.enabled", true, ({ modules }) => modules.review === true);
});

test("a truth value may come as text, as a shell gives it", async () => {
  const reply = await set("modules.wellness.enabled", "true", ({ modules }) => modules.wellness === true);
  assert.equal(reply.value, true);
});

test("trust, write mode and zone come to services", async () => {
  await set("trust.rest", "execute", ({ trust_rest }) => trust_rest === "execute");
  await set("modules.agent_connect.write_mode", "propose", (seen) => seen.agent_write_mode === "propose");
  await set("team.timezone", "America/New_York", ({ timezone }) => timezone === "America/New_York");
});

const refused: [name: string, key: string, value: unknown, field: string][] = [
  ["an unknown key", "modules.moon.enabled", true, "key"],
  ["a bare name that only two modules have", "modules.tables", true, "key"],
  ["a member of every object", "modules.constructor.enabled", true, "key"],
  ["another one", "__proto__", true, "key"],
  ["a setting that is not the operator's", "brand", {}, "key"],
  ["a module that is neither on nor off", "modules.tables.enabled", "yes", "value"],
  ["a module that is null", "modules.tables.enabled", null, "value"],
  ["an unknown trust", "trust.rest", "always", "value"],
  ["an unknown write mode", "modules.agent_connect.write_mode", true, "value"],
  ["an unknown zone", "team.timezone", "Mars/Olympus", "value"],
  ["an abbreviation for a zone", "team.timezone", "BST", "value"],
  ["a zone that is a number", "team.timezone", 2, "value"],
];
for (const [name, key, value, field] of refused) {
  test(`${name} is 422`, async () => {
    const reply = await door.operate("SetConfig", { team, key, value });
    assert.equal(reply.status, 422);
    assert.equal(reply.body.errors[0].field, field);
  });
}

test("an unknown team is 404", async () => {
  const reply = await door.operate("SetConfig", { team: "nobody", key: "trust.rest", value: "queue" });
  assert.equal(reply.status, 404);
});
