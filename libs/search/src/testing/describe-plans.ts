import { Database } from "@jst/db";
import { isWithoutSuperuser, teamContext, testDatabase, withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { EVERY, markOf } from "../entry.ts";
import { EXACT_MAX, nearestSettings } from "../find-nearest.ts";
import { findPassages, type Question } from "../find-passages.ts";
import type { Query, SearchSources } from "../source.ts";
import { packedVector } from "./test-embedders.ts";

const ENTRIES = 50_000;
/** Entries that have a rare word, and those that have a common one. */
const RARE = 10;
const COMMON = ENTRIES / 20;
/** Entries that have a vector: of a team with more than can be compared, and of one with fewer. */
const VECTORS = { many: EXACT_MAX + 1, few: 4_000 };
const PARENT = "01980000-0000-7000-8000-000000000002";

/**
 * Matches the index of entries' words. The questions go to a team that has `rare0`, `rare1`, … and `common` and
 * `other`; a typing error or a telephone number uses the index of similar words.
 */
const OF_ENTRIES = /Bitmap Index Scan on search_words_of_entries/;
const OF_ALIKE = /Bitmap Index Scan on search_words_alike/;
const questions: [text: string, index: RegExp][] = [
  ...["rare77", "rare77 rare78 common", "common", "common other", "commno"].map((text): [string, RegExp] => [
    text,
    OF_ENTRIES,
  ]),
  ["cmomon", OF_ALIKE],
  ["rareties", OF_ALIKE],
  ["0170 555 0123", OF_ALIKE],
];

/**
 * Proves that questions to a large team beside another one are answered by indexes alone: by GIN indexes where
 * there are words to look for. Call it at the top of a test file of the service.
 */
export async function describePlans(schema: "data" | "crm", sources: SearchSources): Promise<void> {
  const { url, superuserUrl } = await testDatabase(schema);
  const database = new Database({
    connectionString: url,
    poolSize: 1,
    applicationName: "test",
    changesetPrefix: schema,
    settings: nearestSettings,
  });
  after(() => database.close());
  const [team, other] = [teamContext(), teamContext()];
  before(() =>
    fill(superuserUrl, sources, [
      [team.teamId, VECTORS.many],
      [other.teamId, VECTORS.few],
    ]),
  );

  /** The plans of all statements that a question takes and that look into the index. */
  const plansOf = async (text: string, asked: Partial<Question> = {}, by = team): Promise<string[]> => {
    const plans: string[] = [];
    const query: Query = async (statement, plan) => {
      const explained = { text: `explain ${statement.text}`, values: statement.values };
      const lines = await database.read(by, explained, plan);
      plans.push(lines.map((line) => String(line["QUERY PLAN"])).join("\n"));
      return database.read(by, statement, plan);
    };
    const places = sources.sources.map(({ kind }) => ({ kind }));
    await findPassages(query, sources, { teamId: by.teamId, text, limit: 10, places, ...asked });
    return plans.filter((plan) => plan.includes("search_"));
  };

  // Without leakproof functions the index of words answers nobody (ADR 44).
  void describe(
    `${ENTRIES} entries under row-level security (context.index)`,
    { skip: isWithoutSuperuser() },
    () => {
      for (const [text, index] of questions)
        void test(`indexes alone answer "${text}", with ${index.source}`, async () => {
          const plans = await plansOf(text);
          assert.ok(plans.length > 1, plans.join("\n"));
          for (const plan of plans) assert.doesNotMatch(plan, /Seq Scan on search_/, plan);
          assert.match(plans.join("\n"), index);
        });
    },
  );
  describeNearest(async (isLarge) => {
    const meaning = { embedder: "one", vector: packedVector("a question") };
    // Vectors of one parent are counted; the number of a service's vectors is known.
    const places = sources.sources.slice(0, 1).map(({ kind }) => ({ kind, parentIds: [PARENT] }));
    const asked = { meaning, isByMeaningAlone: true, ...(isLarge ? {} : { places }) };
    const plans = await plansOf("a question", asked, isLarge ? team : other);
    return plans.filter((plan) => plan.includes("search_vectors")).join("\n");
  });
}

/** How a team is searched by meaning depends on how many vectors it has. */
function describeNearest(nearestPlans: (isLarge: boolean) => Promise<string>): void {
  void describe("the vectors of two teams (context.modes)", () => {
    void test("the index of vectors answers a team with more than can be compared", async () => {
      assert.match(await nearestPlans(true), /Index Scan using search_vectors_384/);
    });

    void test("all vectors of a smaller team are compared, and no index of vectors is asked", async () => {
      const plans = await nearestPlans(false);
      assert.match(plans, /search_vectors/);
      assert.doesNotMatch(plans, /search_vectors_384/);
    });
  });
}

function fill(
  superuserUrl: string,
  { schema, sources }: SearchSources,
  teams: readonly [teamId: string, vectors: number][],
): Promise<void> {
  return withClient(superuserUrl, async (client) => {
    // Made of all vectors at once an index takes a fraction of the time.
    const index = `${schema}.search_vectors_384`;
    const { rows } = await client.query<{ made: string }>("select pg_get_indexdef($1::regclass) as made", [
      index,
    ]);
    await client.query(`drop index ${index}`);
    for (const [teamId, vectors] of teams) {
      const [kind, mark] = [sources[0]?.kind ?? "", markOf(teamId)];
      await client.query(
        `insert into ${schema}.search_entries (team_id, kind, parent_id, id, words, length)
          select $1, $2, $3, gen_random_uuid(), array_to_tsvector(array[$4 || ' ' || $2, $4 || 'rare' || i / ${RARE},
            $4 || case i % ${ENTRIES / COMMON} when 0 then 'common' when 1 then 'other' else 'word' || i end]), 2 from generate_series(1, ${ENTRIES}) i`,
        [teamId, kind, PARENT, mark],
      );
      await client.query(
        `insert into ${schema}.search_words (team_id, word, entries)
          select $1, 'rare' || i, ${RARE} from generate_series(0, ${ENTRIES / RARE}) i
          union all values ($1::uuid, 'common', ${COMMON}), ($1, 'other', ${COMMON}), ($1, $2, ${ENTRIES})`,
        [teamId, EVERY],
      );
      await client.query(
        `insert into ${schema}.search_embeddings (team_id, embedder, size) values ($1, 'one', 384)`,
        [teamId],
      );
      await client.query(
        `insert into ${schema}.search_vectors (team_id, kind, parent_id, id, size, vector)
          select e.team_id, e.kind, e.parent_id, e.id, 384,
            (select array_agg(random() - 0.5) from generate_series(1, 384) where e.id is not null)::platform.halfvec(384)
          from ${schema}.search_entries e where e.team_id = $1 limit ${vectors}`,
        [teamId],
      );
    }
    await client.query(rows[0]?.made ?? "");
    await client.query(
      `vacuum analyze ${schema}.search_entries, ${schema}.search_words, ${schema}.search_vectors`,
    );
  });
}
