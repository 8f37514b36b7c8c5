import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { emptyDatabase, withClient } from "@jst/testing";
import { migrate } from "./index.ts";

const { ownerUrl, url } = await emptyDatabase("crm");
const directory = await mkdtemp(join(tmpdir(), "migrations-"));
after(() => rm(directory, { recursive: true }));
const options = { service: "crm", directory, connectionString: ownerUrl };
const add = (file: string, sql: string) => writeFile(join(directory, file), sql);

test("migrations run in order, once, and are announced", async () => {
  await add("0001_first.sql", "create table first (id int);");
  await add(
    "0002_second.sql",
    "alter table first add name text; -- Down migration is no word here\nselect 1;",
  );
  await add("README.md", "not a migration");
  const lines: string[] = [];
  assert.deepEqual(await migrate({ ...options, log: (line) => lines.push(line) }), [
    "0001_first",
    "0002_second",
  ]);
  assert.deepEqual(lines, ["crm: 0001_first", "crm: 0002_second"]);
  assert.deepEqual(await migrate(options), []);
});

test("a migration that fails leaves nothing of itself, and runs when it is mended", async () => {
  await add("0003_third.sql", "create table third (id int); select 1 / 0;");
  await assert.rejects(migrate(options), { code: "22012" });
  await add("0003_third.sql", "create table third (id int);");
  assert.deepEqual(await migrate(options), ["0003_third"]);
});

test("ten at once apply each migration once", async () => {
  await add("0004_fourth.sql", "create table fourth (id int);");
  const applied = await Promise.all(Array.from({ length: 10 }, () => migrate(options)));
  assert.deepEqual(applied.flat(), ["0004_fourth"]);
});

test("a migration older than one that has run is refused", async () => {
  await add("0000_late.sql", "create table late (id int);");
  await assert.rejects(migrate(options), /0000_late/);
  await rm(join(directory, "0000_late.sql"));
});

test("a table in use fails the migration within seconds instead of stopping the traffic", async () => {
  await add("0005_fifth.sql", "alter table first add other text;");
  await withClient(url, async (client) => {
    await client.query("begin; select from first");
    await assert.rejects(migrate(options), { code: "55P03" });
  });
  assert.deepEqual(await migrate(options), ["0005_fifth"]);
});

test("the service may read how far its schema is, and not rewrite it", async () => {
  await withClient(url, async (client) => {
    assert.equal((await client.query("select from migrations")).rowCount, 5);
    await assert.rejects(client.query("delete from migrations"), { code: "42501" });
  });
});
