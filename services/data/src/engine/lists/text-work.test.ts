import assert from "node:assert/strict";
import { test } from "node:test";
import { until, withClient } from "@jst/testing";
import { testSheets } from "../../testing/test-sheets.ts";
import { promoteFrom } from "../../testing/test-storage.ts";

const { database, door, sheet } = await testSheets();

type Sheet = Awaited<ReturnType<typeof sheet>>;

const list = ({ caller, path }: Sheet, filter: unknown, more = "") =>
  door.call("ListRows", {
    caller,
    path,
    query: `filter=${encodeURIComponent(JSON.stringify(filter))}${more}`,
  });

/** 12 MB of text, of four bytes a character. */
const long = await sheet(
  [{ name: "a", type: "text" }],
  Array.from({ length: 30 }, () => ({ a: "😀".repeat(100_000) })),
);
const texts = (count: number, op = "contains") => ({
  or: Array.from({ length: count }, (_, n) => ({ field: "a", op, value: `text ${n}` })),
});

test("a list that looks for too many texts in long cells is refused with what to do, every time", async () => {
  for (const filter of [texts(50), { not: texts(50) }, texts(50, "starts_with")]) {
    const { status, body } = await list(long, filter);
    assert.deepEqual([status, body.code, body.position], [400, "invalid_filter", "$"]);
    assert.match(
      body.detail,
      /searches for 50 texts in about 30 rows.* at most 512 MB\. Search for fewer texts/,
    );
  }
  const withSearch = await list(long, texts(42), "&q=text");
  assert.deepEqual([withSearch.status, withSearch.body.code], [400, "invalid_filter"]);
});

test("as many whole values, fewer texts and as many texts of short cells are looked for", async () => {
  assert.equal((await list(long, texts(50, "eq"))).status, 200);
  assert.equal((await list(long, texts(20))).status, 200);
  const short = await sheet([{ name: "a", type: "text" }], [{ a: "TEXT 7" }]);
  const { status, body } = await list(short, texts(50));
  assert.deepEqual([status, body.rows.length], [200, 1]);
});

test("conditions on one text find together what PostgreSQL finds by each", async () => {
  const cells = ["Straße", "STRASSE", "ÄRGER", "50%_\\", "İstanbul ſ", "", "ab", "aab\u0307", null];
  const of = await sheet(
    [
      { name: "a", type: "text" },
      { name: "n", type: "number" },
    ],
    cells.map((a, n) => ({ a, n })),
  );
  const values = ["", "ärg", "SS", "ß", "%", "_", "\\", "i̇", "S", "AB", "aa"];
  const ops = [
    ["contains", "%", "%"],
    ["starts_with", "", "%"],
    ["ends_with", "%", ""],
    ["ieq", "", ""],
  ] as const;
  const found = async (filter: unknown) =>
    (await list(of, filter, "&sort=n:asc")).body.rows.map(({ data }: { data: { n: number } }) => data.n);
  await withClient(database.superuserUrl, async (client) => {
    for (const [op, before, after] of ops) {
      const conditions = values.map((value) => ({ field: "a", op, value }));
      const patterns = values.map((value) => before + value.replace(/[\\%_]/g, "\\$&") + after);
      const matching = async (how: "any" | "all") =>
        (
          await client.query(
            `select n::int - 1 as n from unnest($1::text[]) with ordinality c (cell, n)
            where cell ilike ${how} ($2::text[]) order by n`,
            [cells, patterns],
          )
        ).rows.map(({ n }: { n: number }) => n);
      assert.deepEqual(await found({ or: conditions }), await matching("any"), op);
      const denied = (await matching("any")).concat(cells.indexOf(null));
      const rest = cells.keys().filter((n) => !denied.includes(n) || cells[n] === null);
      assert.deepEqual(await found({ not: { or: conditions } }), [...rest], op);
      for (const [place, condition] of conditions.entries()) {
        const pair = [condition, conditions[(place + 1) % conditions.length]];
        const both = new Set(await found({ and: [pair[1]] }));
        const one = await found(condition);
        assert.deepEqual(
          await found({ and: pair }),
          one.filter((n: number) => both.has(n)),
          JSON.stringify(pair),
        );
      }
    }
  });
});

test("a refusal names where the texts come from: filter, the filters of the view, q", async () => {
  const made = await door.call("CreateView", {
    caller: long.caller,
    path: long.path,
    body: { name: "long", filters: texts(50) },
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const asked = async (query: string) => {
    const { status, body } = await door.call("ListRows", {
      ...long,
      query: `view_id=${made.body.id}${query}`,
    });
    assert.deepEqual([status, body.code, body.position], [400, "invalid_filter", "$"]);
    return body.detail as string;
  };
  assert.match(await asked(""), /\(50 in the filters of the view\).*Change the filters of the view/);
  assert.match(
    await asked("&q=text"),
    /\(50 in the filters of the view, 1 in q\).*list the rows without the view/,
  );
  const filter = encodeURIComponent(JSON.stringify(texts(2)));
  assert.match(await asked(`&filter=${filter}`), /\(2 in filter, 50 in the filters of the view\)/);
  assert.doesNotMatch((await list(long, texts(50))).body.detail, /view/);
});

test("a search that is refused wishes for the index that would lead to its texts", async () => {
  const own = await sheet([{ name: "a", type: "text" }], [{ a: "b" }]);
  // All tables of the file get storage of their own.
  await promoteFrom(database, 1);
  const { team_id: teamId } = own.caller;
  const wishes = () =>
    withClient(database.superuserUrl, async (client) => {
      const text = "select field || ' ' || kind as wish from data.index_wishes where team_id = $1 order by 1";
      return (await client.query<{ wish: string }>(text, [teamId])).rows.map(({ wish }) => wish);
    });
  await withClient(database.superuserUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    const text =
      "update data.rows set data = jsonb_build_object('a', repeat('b', 45000000)) where team_id = $1";
    await client.query(text, [teamId]);
  });
  for (let use = 0; use < 10; use += 1) {
    const { status, body } = await list(own, texts(50));
    assert.deepEqual([status, body.code, body.position], [400, "invalid_filter", "$"]);
  }
  await until("a wish is written", 10_000, async () =>
    (await wishes()).includes("a contains") ? true : undefined,
  );
});
