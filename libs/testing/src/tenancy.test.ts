import assert from "node:assert/strict";
import { test } from "node:test";
import type pg from "pg";
import { describeTenancy } from "./describe-tenancy.ts";
import { notesMigrations } from "./notes.ts";
import { withClient } from "./server.ts";
import * as catalog from "./tenancy-catalog.ts";
import { testDatabase } from "./test-database.ts";

const database = await testDatabase("crm", { migrations: notesMigrations });

describeTenancy("crm", {
  database,
  fill: async (tx) => {
    await tx.query({ text: "insert into notes (title) values ('a')", values: [] });
    await tx.query({
      text: "insert into outbox (id, type, payload) values (uuidv7(), 'x', '{}')",
      values: [],
    });
  },
});

/** Breaks the schema, asks, and mends it: each rule must be able to fail. */
const offendersAfter = (damage: string, rule: (client: pg.Client) => Promise<string[]>) =>
  withClient(database.superuserUrl, async (client) => {
    await client.query("begin");
    await client.query(`set local search_path = crm, platform; ${damage}`);
    const found = await rule(client);
    await client.query("rollback");
    return found;
  });

const damages = [
  ["alter table notes no force row level security", catalog.unprotected, "notes"],
  ["alter table notes disable row level security", catalog.unprotected, "notes"],
  ["create table loose (id int)", catalog.unprotected, "loose"],
  ["alter policy team on notes using (true)", catalog.strangePolicies, "notes.team"],
  ["alter policy team on notes with check (true)", catalog.strangePolicies, "notes.team"],
  ["create policy more on notes for select using (true)", catalog.strangePolicies, "notes.more"],
  ["create unique index oracle on notes (title)", catalog.strayKeys, "oracle"],
  [
    "create table child (team_id uuid, note uuid, unique (team_id, note)); alter table notes add unique (id); alter table child add constraint crossing foreign key (note) references notes (id)",
    catalog.strayKeys,
    "crossing",
  ],
  ["create view all_notes as select * from notes", catalog.borrowedRights, "all_notes"],
  ["create function f() returns int language sql security definer return 1", catalog.borrowedRights, "f"],
  ["grant truncate on notes to crm", catalog.excessRights, "truncate or own notes"],
  ["grant usage on schema auth to crm", catalog.excessRights, "use auth"],
  ["grant crm_owner to crm", catalog.excessRights, "member of crm_owner"],
  ["grant create on schema crm to crm", catalog.excessRights, "create in crm"],
] as const;

for (const [damage, rule, offender] of damages) {
  test(`the tenancy tests notice: ${damage}`, async () => {
    const found = await offendersAfter(damage, (client) => rule(client, "crm", {}));
    assert.ok(found.includes(offender), `found ${found.join(", ")}`);
  });
}

test("the tenancy tests notice a role that may bypass row-level security", async () => {
  const damage = "create schema loose; create role loose bypassrls";
  const found = await offendersAfter(damage, (client) => catalog.excessRights(client, "loose", {}));
  assert.ok(found.includes("attribute of the role"), found.join(", "));
});

test("an exception covers what it names and nothing else", async () => {
  const damage = "create unique index oracle on notes (title); create unique index second on notes (secret)";
  const found = await offendersAfter(damage, (client) =>
    catalog.strayKeys(client, "crm", { keys: { oracle: "a test" } }),
  );
  assert.deepEqual(found, ["second"]);
});
