import assert from "node:assert/strict";
import { test } from "node:test";
import { until, withClient } from "@jst/testing";
import { airtableServer } from "../testing/airtable-server.ts";
import { linkedTables } from "../testing/airtable-tables.ts";
import { inClear } from "../testing/test-airtable.ts";
import { testImports } from "../testing/test-imports.ts";

const server = await airtableServer(linkedTables());
const { database, ofTeam } = await testImports({ airtableUrl: server.url });

/** Imports the base while the server answers otherwise; answers the import once nothing works on it. */
async function read(instead: typeof server.instead, token = server.token) {
  server.instead = instead;
  server.asked = [];
  const team = ofTeam();
  const made = await team.create({ source: { airtable: { base_id: server.baseId, token } } });
  assert.equal(made.status, 201);
  return { team, found: await team.settled(String(made.body["id"])) };
}

const answering =
  (status: number): typeof server.instead =>
  () => ({ status });
const faultsOf = ({ error }: { error: { code: string; errors?: object[] } | null }) =>
  [error?.code, ...(error?.errors ?? [])].map((one) =>
    typeof one === "object" ? `${(one as { field: string }).field} ${(one as { code: string }).code}` : one,
  );

test("a base that cannot be read makes the import failed with the fault at its source (imports.airtable)", async () => {
  const cases: [instead: typeof server.instead, token: string | undefined, code: string][] = [
    [() => undefined, "patOfSomebodyElse", "invalid_token"],
    [answering(403), undefined, "not_found"],
    [answering(404), undefined, "not_found"],
    [answering(422), undefined, "invalid_value"],
    [answering(500), undefined, "unavailable"],
    [answering(429), undefined, "unavailable"],
    [() => ({ status: 200, body: { tables: [{ id: 1 }] } }), undefined, "unreadable"],
  ];
  for (const [instead, token, code] of cases) {
    const { found } = await read(instead, token);
    assert.equal(found.status, "failed");
    assert.deepEqual(faultsOf(found), ["validation_failed", `source.airtable ${code}`]);
    assert.ok(server.asked.length <= 10, `${server.asked.length} requests`);
  }
});

test("a base whose fields change while it is read is not imported (imports.airtable)", async () => {
  const isLast = (path: string, asked: number) => path.includes("/meta/") && asked > 1;
  const [first] = server.tables;
  const changed = { tables: [{ ...first, records: undefined, name: "Renamed" }] };
  const { found } = await read((path, asked) =>
    isLast(path, asked) ? { status: 200, body: changed } : undefined,
  );
  assert.deepEqual(faultsOf(found), ["validation_failed", "source.airtable conflict"]);
});

test("a place in a table that Airtable forgets begins the table again (imports.airtable)", async () => {
  let isForgotten = false;
  const { found } = await read((path) => {
    if (isForgotten || !path.includes("offset=")) return undefined;
    isForgotten = true;
    return { status: 422, body: { error: { type: "LIST_RECORDS_ITERATOR_NOT_AVAILABLE" } } };
  });
  assert.deepEqual(
    [found.status, found.parts.map(({ rows }) => rows)],
    ["analysed", [200, 200, 200, 200, 200]],
  );
});

/** Runs a statement past the service. */
const sql = (text: string, values: unknown[]) =>
  withClient(
    database.superuserUrl,
    async (client) => (await client.query<{ sealed: boolean }>(text, values)).rows,
  );

const dropped = (id: string) =>
  until("the token is dropped", 30_000, async () => {
    const [base] = await sql(
      "select token is not null as sealed from data.import_bases where import_id = $1",
      [id],
    );
    return base?.sealed === false ? true : undefined;
  });

test("the token is nowhere in clear, and is dropped at the end or after 7 days (imports.airtable-token)", async () => {
  const [one, other] = [await read(() => undefined), await read(() => undefined)];
  const listed = await one.team.list();
  assert.doesNotMatch(JSON.stringify([one.found, listed.body]), new RegExp(server.token));
  assert.deepEqual(await inClear(database, server.token), []);
  await one.team.cancel(one.found.id);
  await dropped(one.found.id);
  const text = `with b as (update data.import_bases set token_until = now() where import_id = $1)
    update data.import_jobs set due_at = now() where import_id = $1`;
  await sql(text, [other.found.id]);
  await dropped(other.found.id);
  assert.equal((await other.team.get(other.found.id)).body["status"], "analysed");
});

test("sources other than one are refused, and a token is never repeated (imports.airtable)", async () => {
  const team = ofTeam();
  const airtable = { base_id: server.baseId, token: server.token };
  const both = await team.create({ source: { airtable, text: "a\n1\n" } });
  assert.deepEqual([both.status, both.body["code"]], [422, "validation_failed"]);
  const bad = await team.create({ source: { airtable: { base_id: "tbl1", token: "patWith blank0" } } });
  assert.equal(bad.status, 422);
  assert.doesNotMatch(JSON.stringify(bad.body), /patWith/);
});

test("an address of Airtable that resolves inside is refused (imports.airtable)", async () => {
  const inside = await testImports({ airtableUrl: "https://airtable.example.com" });
  const team = inside.ofTeam();
  const made = await team.create({ source: { airtable: { base_id: server.baseId, token: server.token } } });
  const found = await team.settled(String(made.body["id"]));
  assert.deepEqual(
    [found.status, ...faultsOf(found)],
    ["failed", "url_not_public", "source.airtable url_not_public"],
  );
});
