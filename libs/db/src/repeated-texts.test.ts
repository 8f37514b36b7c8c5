import assert from "node:assert/strict";
import { after, test } from "node:test";
import { notesMigrations, teamContext, testDatabase } from "@jst/testing";
import { Database } from "./index.ts";
import { RepeatedTexts } from "./repeated-texts.ts";

const { url } = await testDatabase("crm", { migrations: notesMigrations });
const database = new Database({
  connectionString: url,
  poolSize: 1,
  applicationName: "test",
  changesetPrefix: "crm",
});
after(() => database.close());

const context = teamContext();
const read = (text: string, values: unknown[] = []) => database.read(context, { text, values });
const prepared = async (like: string) =>
  await read("select name, statement from pg_prepared_statements where statement like $1", [`%${like}%`]);

test("a text that comes again is prepared, and one that came once is not", async () => {
  for (let n = 1; n <= 4; n += 1) {
    assert.deepEqual(await read("select $1::int as again", [n]), [{ again: n }]);
  }
  await read("select 1 as only_once");
  assert.equal((await prepared("as again")).length, 1);
  assert.equal((await prepared("as only_once")).length, 0);
});

test("many different texts leave a bounded number prepared, and every answer is right", async () => {
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 60; n += 1) assert.deepEqual(await read(`select ${n} as many`), [{ many: n }]);
  }
  const names = await prepared("as many");
  assert.ok(names.length > 0 && names.length <= 32, `${names.length} prepared`);
});

test("a text that failed is answered when it comes again", async () => {
  const divide = (by: number) => read("select 1 / $1::int as quotient", [by]);
  await assert.rejects(divide(0), { code: "22012" });
  await assert.rejects(divide(0), { code: "22012" });
  await assert.rejects(divide(0), { code: "22012" });
  assert.deepEqual(await divide(1), [{ quotient: 1 }]);
});

test("the least recently used text gives way", () => {
  const texts = new RepeatedTexts();
  const twice = (text: string) => {
    texts.use(text);
    return texts.use(text);
  };
  const first = twice("0");
  for (let n = 1; n < 32; n += 1) assert.equal(twice(String(n)).dropped, undefined);
  texts.use("0");
  const { dropped } = twice("new");
  assert.ok(dropped !== undefined && dropped !== first.name);
  assert.equal(texts.use("0").name, first.name);
});
