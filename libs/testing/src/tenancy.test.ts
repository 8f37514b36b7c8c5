import assert from "node:assert/strict";
import { test } from "node:test";
import type pg from "pg";
import { describeTenancy } from "./describe-tenancy.ts";
import { notesMigrations } from "./notes.ts";
import { withClient } from "./server.ts";
import { ForeignTeam } from "./foreign-team.ts";
import * as catalog from "./tenancy-catalog.ts";
import * as shape from "./tenancy-shape.ts";
import { insertSampleProposal } from "./sample-proposal.ts";
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
    await insertSampleProposal(tx);
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
  [
    "alter table notes no force row level security; revoke all on notes from crm; grant select (title) on notes to crm",
    catalog.unprotected,
    "notes",
  ],
  ["create table loose (id int)", catalog.unprotected, "loose"],
  ["drop policy team on notes", shape.misshapen, "notes"],
  [
    "alter table notes drop constraint notes_pkey; alter table notes alter column team_id drop not null",
    shape.misshapen,
    "notes",
  ],
  ["create table loose (id int primary key)", shape.misshapen, "loose"],
  ["alter policy team on notes to crm_owner", catalog.strangePolicies, "notes.team"],
  ["alter policy team on notes using (true)", catalog.strangePolicies, "notes.team"],
  ["alter policy team on notes with check (true)", catalog.strangePolicies, "notes.team"],
  ["create policy more on notes for select using (true)", catalog.strangePolicies, "notes.more"],
  ["create unique index oracle on notes (title)", catalog.strayKeys, "oracle"],
  [
    "create table child (team_id uuid, note uuid, unique (team_id, note)); alter table notes add unique (id); alter table child add constraint crossing foreign key (note) references notes (id)",
    catalog.strayKeys,
    "crossing",
  ],
  ["alter table notes add constraint alone exclude using gist (title with =)", catalog.strayKeys, "alone"],
  ["create view all_notes as select * from notes", catalog.borrowedRights, "all_notes"],
  [
    "create view all_notes as select * from notes where title > '' with check option",
    catalog.borrowedRights,
    "all_notes",
  ],
  [
    "create view own_notes as select * from notes where team_id = (select nullif(current_setting('app.team_id', true), '')::uuid)",
    catalog.borrowedRights,
    "own_notes",
  ],
  ["create function f() returns int language sql security definer return 1", catalog.borrowedRights, "f"],
  ["create function f() returns int language sql security definer return 1", shape.publicRights, "f"],
  [
    "create function f() returns int language sql security definer return 1; revoke execute on function f from public; grant execute on function f to crm",
    catalog.excessRights,
    "run with its owner's rights: f",
  ],
  ["grant select on notes to public", shape.publicRights, "notes"],
  ["grant select (title) on notes to public", shape.publicRights, "notes.title"],
  ["grant usage on schema crm to public", shape.publicRights, "crm"],
  ["grant update on changes to crm", shape.rewritable, "changes"],
  ["grant update (payload) on outbox to crm", shape.rewritable, "outbox"],
  ["grant delete on outbox to crm", shape.rewritable, "outbox"],
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

test("the tenancy tests notice a reader that could step over row-level security", async () => {
  const damage =
    "create schema loose; create role loose; create role loose_reader; grant pg_read_all_data to loose_reader";
  const found = await offendersAfter(damage, (client) => shape.strongRoles(client, "loose", {}));
  assert.deepEqual(found, ["loose_reader"]);
});

test("an exception covers what it names and nothing else", async () => {
  const damage = "create unique index oracle on notes (title); create unique index second on notes (secret)";
  const found = await offendersAfter(damage, (client) =>
    catalog.strayKeys(client, "crm", { keys: { oracle: "a test" } }),
  );
  assert.deepEqual(found, ["second"]);
});

/** Lists the reports of the row checks for a database that is broken on purpose. */
async function leaksAfter(damage: string): Promise<Record<string, boolean>> {
  const broken = await testDatabase("crm", { migrations: notesMigrations });
  await withClient(broken.superuserUrl, (client) =>
    client.query(`set search_path = crm, platform; ${damage}`),
  );
  const team = new ForeignTeam("crm", broken);
  try {
    const insert = { text: "insert into notes (title) values ('a')", values: [] };
    await team.fill((tx) => tx.query(insert));
    return {
      seen: await team.sees("notes"),
      seenWithoutTeam: await team.seesWithoutTeam("notes"),
      changed: await team.affects("update notes set team_id = team_id returning 1"),
      made: await team.assertCannotInsert("notes").then(
        () => false,
        () => true,
      ),
    };
  } finally {
    await team.close();
  }
}

const nothing = { seen: false, seenWithoutTeam: false, changed: false, made: false };
const planted: [damage: string, leaks: object][] = [
  ["select 1", nothing],
  [
    "alter table notes disable row level security",
    { seen: true, seenWithoutTeam: true, changed: true, made: true },
  ],
  ["alter policy team on notes using (true)", { ...nothing, seen: true, seenWithoutTeam: true }],
  ["alter policy team on notes with check (true)", { ...nothing, made: true }],
  ["create policy more on notes for select using (true)", { ...nothing, seen: true, seenWithoutTeam: true }],
  ["create policy more on notes for insert with check (true)", { ...nothing, made: true }],
];
for (const [damage, leaks] of planted) {
  test(`the checks of rows report what gets through after: ${damage}`, async () => {
    assert.deepEqual(await leaksAfter(damage), leaks);
  });
}
