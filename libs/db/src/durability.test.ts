import assert from "node:assert/strict";
import { after, test } from "node:test";
import { notesMigrations, testDatabase } from "@jst/testing";
import { lossyBy } from "./durability.ts";
import { Database } from "./index.ts";

const newest = "0003_idempotency";
const { url } = await testDatabase("crm", { migrations: notesMigrations });
const databases: Database[] = [];
after(() => Promise.all(databases.map((database) => database.close())));

/** Opens a database whose sessions begin with these settings of PostgreSQL. */
function databaseWith(options: string): Database {
  const connectionString = `${url}?options=${encodeURIComponent(options)}`;
  const named = { applicationName: "durability", changesetPrefix: "crm" };
  const database = new Database({ connectionString, poolSize: 1, ...named });
  databases.push(database);
  return database;
}

test("sessions whose commits do not wait for the disk are refused in either durability", async () => {
  const hasty = databaseWith("-c synchronous_commit=off");
  for (const durability of ["server", "storage"] as const)
    await assert.rejects(
      hasty.ping(newest, durability),
      /synchronous_commit = off for crm: .* alter role crm reset/,
    );
  for (const value of ["on", "local", "remote_write", "remote_apply"])
    await databaseWith(`-c synchronous_commit=${value}`).ping(newest, "server");
});

test("a server that does not flush is refused by the setting's name, unless the storage below it keeps its log", () => {
  const sound = { fsync: "on", full_page_writes: "on", synchronous_commit: "on", role: "crm" };
  assert.equal(lossyBy(sound, "server"), undefined);
  for (const name of ["fsync", "full_page_writes"]) {
    const told = lossyBy({ ...sound, [name]: "off" }, "server") ?? "";
    assert.match(told, new RegExp(`${name} = off.*alter system set ${name} = on`));
    assert.equal(lossyBy({ ...sound, [name]: "off" }, "storage"), undefined);
  }
});
