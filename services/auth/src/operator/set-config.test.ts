import assert from "node:assert/strict";
import { before, test } from "node:test";
import { testCaller } from "@jst/testing";
import { listTables } from "../testing/envoy-messages.ts";
import { testAuth } from "../testing/test-auth.ts";
import { moduleDefaults } from "../teams/modules.ts";

const { door, newTeam, askWith, mint, verifier, sql } = await testAuth();
let team: string;
let token: string;
before(async () => {
  team = await newTeam();
  token = (await mint({ team, type: "service" })).value;
});

/** Reads the team as services see it. */
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
  await set("trust.console", "queue", ({ trust_console }) => trust_console === "queue");
  await set("trust.console", "execute", ({ trust_console }) => trust_console === undefined);
  await set("modules.agent_connect.write_mode", "propose", (seen) => seen.agent_write_mode === "propose");
  await set("team.timezone", "America/New_York", ({ timezone }) => timezone === "America/New_York");
});

test("limits of files come to services, the least and the most among them, as numbers or as text", async () => {
  for (const value of [1, "524288000"])
    await set("files.max_file_bytes", value, (seen) => seen.max_file_bytes === Number(value));
  for (const value of [0, "9007199254740991"])
    await set("files.quota_bytes", value, (seen) => seen.files_quota_bytes === Number(value));
});

test("a brand is set member by member, and an empty value gives a member back to its default", async () => {
  const slug = await newTeam({ display_name: "Acme" });
  const [row] = await sql("select team_id from auth.teams where slug = $1", [slug]);
  const seen = async () => {
    const { body } = await door.callAs("crm", "FindTeam", { slug });
    const config = await door.call("GetConfig", { caller: testCaller({ team_id: String(row?.team_id) }) });
    assert.deepEqual(config.body.brand, body.brand);
    return Object.values(body.brand as object) as unknown[];
  };
  const brand = {
    name: "Bäckerei „Ähre“ 🥐",
    logo: "https://cdn.example/logo.png?v=2",
    favicon: "https://cdn.example/icon.svg",
    primary_color: "#0F766E",
  };
  for (const [member, value] of Object.entries(brand)) {
    const reply = await door.operate("SetConfig", { team: slug, key: `brand.${member}`, value });
    assert.deepEqual([reply.status, reply.body], [200, { key: `brand.${member}`, value }]);
  }
  assert.deepEqual(await seen(), Object.values(brand));
  for (const value of ["", null])
    for (const member of Object.keys(brand)) {
      const reply = await door.operate("SetConfig", { team: slug, key: `brand.${member}`, value });
      assert.deepEqual([reply.status, reply.body], [200, { key: `brand.${member}`, value: null }]);
    }
  assert.deepEqual(await seen(), ["Acme", null, null, null]);
});

const refused: [name: string, key: string, value: unknown, field: string][] = [
  ["an unknown key", "modules.moon.enabled", true, "key"],
  ["a bare name that only two modules have", "modules.tables", true, "key"],
  ["a member of every object", "modules.constructor.enabled", true, "key"],
  ["another one", "__proto__", true, "key"],
  ["a brand as a whole", "brand", {}, "key"],
  ["a member that no brand has", "brand.font", "Arial", "key"],
  ["a member of every object in a brand", "brand.constructor", "x", "key"],
  ["a name of blanks", "brand.name", " \t", "value"],
  ["a name of two lines", "brand.name", "Acme\nLtd", "value"],
  ["a name that turns its direction", "brand.name", "Acme \u202etxt", "value"],
  ["a name that is too long", "brand.name", "x".repeat(121), "value"],
  ["a name that is a number", "brand.name", 7, "value"],
  ["a logo that is a script", "brand.logo", "javascript:alert(1)", "value"],
  ["a logo that is its own data", "brand.logo", "data:image/png;base64,AA==", "value"],
  ["a logo over plain http", "brand.logo", "http://cdn.example/logo.png", "value"],
  ["a logo with a password", "brand.logo", "https://ada:pw@cdn.example/logo.png", "value"],
  ["a logo with a line end", "brand.logo", "https://cdn.example/\r\nlogo.png", "value"],
  ["a favicon without a host", "brand.favicon", "/icon.png", "value"],
  ["a favicon that is too long", "brand.favicon", `https://cdn.example/${"x".repeat(2_000)}`, "value"],
  ["a colour by its name", "brand.primary_color", "red", "value"],
  ["a colour with CSS behind it", "brand.primary_color", "#fff;}body{display:none", "value"],
  ["a colour of four digits", "brand.primary_color", "#12345", "value"],
  ["a module that is neither on nor off", "modules.tables.enabled", "yes", "value"],
  ["a module that is null", "modules.tables.enabled", null, "value"],
  ["an unknown trust", "trust.rest", "always", "value"],
  ["an unknown write mode", "modules.agent_connect.write_mode", true, "value"],
  ["an unknown zone", "team.timezone", "Mars/Olympus", "value"],
  ["an abbreviation for a zone", "team.timezone", "BST", "value"],
  ["a zone that is a number", "team.timezone", 2, "value"],
  ["a file of no bytes", "files.max_file_bytes", 0, "value"],
  ["a file beyond 500 MiB", "files.max_file_bytes", "524288001", "value"],
  ["half a byte", "files.max_file_bytes", 1.5, "value"],
  ["a quota below nothing", "files.quota_bytes", -1, "value"],
  ["a quota in words", "files.quota_bytes", "10 GiB", "value"],
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
