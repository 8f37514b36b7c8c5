import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isWithoutSuperuser, notesMigrations, teamContext, testDatabase, withClient } from "@jst/testing";
import { Database } from "./index.ts";

// Elsewhere no function is leakproof: without-superuser.test.ts.
const skip = isWithoutSuperuser();
const { url, ownerUrl } = await testDatabase("crm", { migrations: notesMigrations });
const database = new Database({
  connectionString: url,
  poolSize: 1,
  applicationName: "test",
  changesetPrefix: "crm",
});
const context = teamContext();
after(() => database.close());

before(async () => {
  if (skip) return;
  await database.write(context, (tx) =>
    tx.query({
      text: `insert into notes (title, data)
             select 'title ' || n, jsonb_build_object('name', 'name ' || n, 'size', n, 'done', n % 1000 = 0, 'tags', jsonb_build_array('t' || n % 100, 'all'),
                                                      'few', case when n % 1000 = 3 then '["x"]'::jsonb else '[]' end,
                                                      'mixed', case when n % 2 = 0 then to_jsonb(n) else '"x"' end)
             from generate_series(1, 5000) as n`,
      values: [],
    }),
  );
  await withClient(ownerUrl, async (client) => {
    await client.query("create index by_name on notes (team_id, jsonb_text(data, 'name'))");
    await client.query("create index by_size on notes (team_id, jsonb_number(data, 'size'))");
    await client.query("create index by_mixed on notes (team_id, jsonb_number(data, 'mixed'))");
    await client.query("create index by_done on notes (team_id, jsonb_boolean(data, 'done'))");
    await client.query("create index by_part on notes using gin (jsonb_text(data, 'name') contains_ops)");
    await client.query("create index by_any_part on notes using gin (jsonb_lines(data) contains_ops)");
    await client.query("create index by_member on notes using gin (jsonb_field(data, 'tags') members_ops)");
    await client.query(
      "create index by_joined on notes (team_id, jsonb_joined(jsonb_field(data, 'tags'), 200))",
    );
    await client.query("create index by_members on notes (team_id, jsonb_members(jsonb_field(data, 'few')))");
    await client.query("analyze notes");
  });
});

const conditions = {
  by_name: ["jsonb_text(data, 'name') = 'name 42'", 1],
  by_size: ["jsonb_number(data, 'size') between 10 and 19", 10],
  by_mixed: ["jsonb_number(data, 'mixed') < 9", 4],
  by_done: ["jsonb_boolean(data, 'done') = true", 5],
  by_any_part: ["jsonb_lines(data) ~~~ '%E 123%'", 11],
  by_member: ["jsonb_field(data, 'tags') operator(platform.?|) array['t7', 'none']", 50],
  by_joined: ["jsonb_joined(jsonb_field(data, 'tags'), 200) = E't7\\x1fall'", 50],
  by_members: ["jsonb_members(jsonb_field(data, 'few')) is not null", 5],
  by_part: ["jsonb_text(data, 'name') ~~~ '%E 123%'", 11],
} as const;

for (const [index, [condition, expected]] of Object.entries(conditions)) {
  test(`index ${index} answers its condition under row-level security`, { skip }, async () => {
    const text = `select id from notes where team_id = $1 and ${condition}`;
    const values = [context.teamId];
    const plan = await database.read(context, { text: `explain ${text}`, values }, "custom");
    const lines = plan.map((row) => String(row["QUERY PLAN"])).join("\n");
    assert.match(lines, new RegExp(`Index (Only )?Scan (using|on) ${index}\\b`), lines);
    assert.equal((await database.read(context, { text, values }, "custom")).length, expected);
  });
}

test(
  "rows that are read one by one are asked for a cell before all their cells as text",
  { skip },
  async () => {
    const text = `explain select from notes where team_id = $1 and jsonb_lines(data) ~~~ '%me%'
    and case when jsonb_text(data, 'name') ilike '%me%' then true else false end`;
    const plan = await database.read(context, { text, values: [context.teamId] }, "custom");
    assert.match(JSON.stringify(plan), /Filter: .*CASE WHEN .* AND \(jsonb_lines\(data\)/);
  },
);

test("the built-in operator does not, which is why the accessors exist", { skip }, async () => {
  const statement = {
    text: "explain select id from notes where team_id = $1 and data ->> 'name' = 'name 42'",
    values: [context.teamId],
  };
  await withClient(ownerUrl, (client) =>
    client.query("create index by_operator on notes (team_id, (data ->> 'name'))"),
  );
  const plan = await database.read(context, statement, "custom");
  assert.doesNotMatch(JSON.stringify(plan), /Index Cond: [^"]*->>/);
});

test("the accessors agree with the operators, and give null for another kind", async () => {
  const statement = {
    text: `select jsonb_text(d, 'a') as text, jsonb_number(d, 'n') as number, jsonb_boolean(d, 'b') as boolean,
                  jsonb_members(d -> 'l') as members, jsonb_joined(d -> 'l', 3) as joined,
                  jsonb_members(d -> 'e') as of_none, jsonb_joined(d -> 'e', 3) as none,
                  jsonb_joined(d -> 'a', 3) as no_list,
                  choice_places(d -> 'a', array['w', 'x'], 9) as place, choice_places(d -> 'n', array['w'], 9) as strange,
                  choice_places(d -> 'l', array['qr', 'p'], 9) as places, choice_places(d -> 'e', array['p'], 9) as no_places,
                  jsonb_number(d, 'a') as no_number, jsonb_boolean(d, 'n') as no_boolean, jsonb_text(d, 'z') as absent
           from (select $1::jsonb as d)`,
    values: ['{"a": "x", "n": 1.5, "b": true, "l": ["p", null, "qr"], "e": []}'],
  };
  assert.deepEqual(await database.read(context, statement), [
    {
      text: "x",
      number: 1.5,
      boolean: true,
      members: 3,
      joined: "p\x1fq",
      of_none: null,
      none: null,
      no_list: null,
      place: "002",
      strange: "999",
      places: "002999001",
      no_places: null,
      no_number: null,
      no_boolean: null,
      absent: null,
    },
  ]);
});
