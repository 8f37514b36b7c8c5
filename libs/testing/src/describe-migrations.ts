import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { migrate } from "@jst/db";
import type { SchemaName } from "@jst/fleet";
import { schemaText } from "./schema-text.ts";
import { withClient } from "./server.ts";
import { emptyDatabase, migrationsOf } from "./test-database.ts";
import { isWithoutSuperuser } from "./without-superuser.ts";

const togetherCount = 10;
/**
 * Numbers that two migrations had before this was looked at: what has run keeps its name. The rest of the name orders
 * them.
 */
const knownPairs: Partial<Record<SchemaName, readonly string[]>> = { data: ["0018"] };

/**
 * The tests of a service's migrations: harmless when run again, harmless when several run at once, and leading to
 * the committed `schema.sql`. With UPDATE_SCHEMA=1 that file is written instead of compared.
 */
export function describeMigrations(service: SchemaName): void {
  const directory = migrationsOf(service);
  const committed = fileURLToPath(new URL(`../../../services/${service}/schema.sql`, import.meta.url));
  const schemaAt = (address: string) => withClient(address, (client) => schemaText(client, service));

  void describe(`migrations of ${service}`, () => {
    void test("applied again they change nothing, and lead to the committed schema.sql", async () => {
      const { ownerUrl, superuserUrl } = await emptyDatabase(service);
      const options = { service, directory, connectionString: ownerUrl };
      assert.notEqual((await migrate(options)).length, 0);
      const schema = await schemaAt(superuserUrl);
      assert.deepEqual(await migrate(options), []);
      assert.equal(await schemaAt(superuserUrl), schema);
      // The committed schema is that of a database with operator classes of its own.
      if (isWithoutSuperuser()) return;
      if (process.env.UPDATE_SCHEMA === "1") await writeFile(committed, schema);
      const fix = `services/${service}/schema.sql is not what the migrations make: run this test with UPDATE_SCHEMA=1.`;
      assert.equal(await readFile(committed, "utf8").catch(() => ""), schema, fix);
    });

    void test("each has a number of its own, which says where it stands", async () => {
      const numbers = (await readdir(directory)).sort().map((file) => file.split("_", 1)[0] ?? "");
      const twice = numbers.filter((number, index) => number === numbers[index - 1]);
      assert.deepEqual(twice, knownPairs[service] ?? []);
    });

    void test(`applied by ${togetherCount} at once each runs once`, async () => {
      const { ownerUrl } = await emptyDatabase(service);
      const options = { service, directory, connectionString: ownerUrl };
      const applied = await Promise.all(Array.from({ length: togetherCount }, () => migrate(options)));
      const names = applied.flat();
      assert.notEqual(names.length, 0);
      assert.equal(new Set(names).size, names.length);
    });
  });
}
