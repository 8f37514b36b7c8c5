import { Database } from "@jst/db";
import { findPassages, type Query } from "@jst/search";
import { isWithoutSuperuser, teamContext, testDatabase, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { searchSources } from "./sources.ts";

const { url, superuserUrl } = await testDatabase("data");
const database = new Database({
  connectionString: url,
  poolSize: 1,
  applicationName: "test",
  changesetPrefix: "data",
});
after(() => database.close());
const team = teamContext();
const table = "01980000-0000-7000-8000-000000000002";

/** Two teams of 10,000 rows each; half of them say `common`, ten `rare<n>`. */
before(() =>
  withClient(superuserUrl, async (client) => {
    for (const { teamId } of [team, teamContext()]) {
      const mark = createHash("sha256").update(teamId).digest("base64url").slice(0, 6);
      await client.query(
        `insert into data.search_entries (team_id, kind, parent_id, id, words, length)
          select $1, 'rows', $2, gen_random_uuid(), array_to_tsvector(array[$3 || ' rows', $3 || 'rare' || i / 10,
            $3 || case when i % 2 = 0 then 'common' else 'other' end]), 2 from generate_series(1, 10000) i`,
        [teamId, table, mark],
      );
      await client.query(
        `insert into data.search_words (team_id, word, entries)
          select $1, 'rare' || i, 10 from generate_series(0, 1000) i
          union all values ($1::uuid, 'common', 5000), ($1, 'other', 5000), ($1, '', 10000)`,
        [teamId],
      );
    }
    await client.query("vacuum analyze data.search_entries");
    await client.query("vacuum analyze data.search_words");
  }),
);

// Without leakproof functions the index of words answers nobody (ADR 44).
const skip = isWithoutSuperuser();

for (const text of ["rare77", "rare77 rare78 common", "common", "common other", "rareties", "raer77x"])
  test(`under row-level security indexes alone answer "${text}" (context.index)`, { skip }, async () => {
    const plans: string[] = [];
    const query: Query = async (statement) => {
      const plan = await database.read(
        team,
        { text: `explain ${statement.text}`, values: statement.values },
        "custom",
      );
      plans.push(plan.map((line) => String(line["QUERY PLAN"])).join("\n"));
      return database.read(team, statement, "custom");
    };
    const places = [{ kind: "rows" }, { kind: "blocks" }];
    await findPassages(query, searchSources, { teamId: team.teamId, text, limit: 10, places });
    const searches = plans.filter((plan) => plan.includes("search_"));
    assert.ok(searches.length > 0);
    for (const plan of searches) assert.doesNotMatch(plan, /Seq Scan on search_/, plan);
    if (!text.startsWith("rare7") && !text.startsWith("common")) return;
    assert.match(searches.join("\n"), /Bitmap Index Scan on search_words_of_entries/);
  });
