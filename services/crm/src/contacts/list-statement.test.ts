import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Database } from "@jst/db";
import { CursorCodec, type ListCall, resourcePage } from "@jst/query";
import { isWithoutSuperuser, teamContext, testDatabase, withClient } from "@jst/testing";
import type { ListContactsQuery } from "../../gen/rpc.ts";
import { contacts } from "./contact.ts";

const { url, superuserUrl } = await testDatabase("crm");
const database = new Database({
  connectionString: url,
  poolSize: 1,
  applicationName: "test",
  changesetPrefix: "crm",
});
after(() => database.close());
const team = teamContext();
const cursors = new CursorCodec({ current: "k1", keys: new Map([["k1", Buffer.alloc(32, 7)]]) });

/** Two teams of 10,000 contacts; one second between a contact and the next, every tag on ten of them. */
before(() =>
  withClient(superuserUrl, async (client) => {
    const text = `insert into crm.contacts (team_id, first_name, display_name, is_name_set, email, email_key, additional_emails,
        phone, additional_phones, tags, custom, created_by_type, created_by_id, created_at, updated_at)
      select $1, 'N', 'Name ' || i, false, 'n' || i || '@example.org', 'n' || i || '@example.org', '{}', '+4915' || (1000000 + i), '{}',
        array['t' || i / 10], '{}', 'service', 'test', now() - i * interval '1 s', now() - i * interval '1 s'
      from generate_series(1, 10000) i`;
    // The undo records are not what is measured here.
    await client.query("set session_replication_role = replica");
    for (const teamId of [team.teamId, teamContext().teamId]) await client.query(text, [teamId]);
    await client.query(`insert into crm.contact_keys
      select c.team_id, k.reason, k.key, c.created_at, c.id, true from crm.contacts c cross join crm.keys_of(c) k`);
    await client.query("vacuum analyze crm.contacts, crm.contact_keys");
  }),
);

const recently = new Date(Date.now() - 60_000).toISOString();
const answered: [index: string, query: ListContactsQuery, count: number][] = [
  ["contacts_created", {}, 50],
  ["contacts_ordered", { sort: "display_name:asc" }, 50],
  ["contacts_ordered", { sort: "display_name:desc" }, 50],
  ["contacts_updated", { updated_since: recently, archived: "all" }, 50],
  ["contact_keys_pkey", { email: "N77@Example.org" }, 1],
  ["contacts_email_archived", { email: "N77@Example.org" }, 1],
  ["contacts_phone", { phone: "+49151000077" }, 1],
  ["contacts_tags", { tag: "t77" }, 10],
  ["contacts_search", { q: "ME 777" }, 11],
];

for (const [index, query, count] of answered) {
  // Only leakproof functions let these two answer.
  const skip = isWithoutSuperuser() && ["contacts_tags", "contacts_search"].includes(index);
  test(`under row-level security ${index} answers ${JSON.stringify(query)}`, { skip }, async () => {
    const plans: string[] = [];
    const call: ListCall = {
      caller: { team_id: team.teamId, team: { timezone: "UTC" } },
      deps: { cursors },
      read: async (statement, mode) => {
        const plan = await database.read(team, { ...statement, text: `explain ${statement.text}` }, mode);
        plans.push(plan.map((line) => String(line["QUERY PLAN"])).join("\n"));
        return database.read(team, statement, mode);
      },
    };
    const [, items] = await resourcePage(contacts.listOf(team.teamId, query), query, call);
    assert.equal((JSON.parse(`[${items.toString()}]`) as unknown[]).length, count);
    const [lines = "", ...others] = plans;
    assert.deepEqual(others, []);
    assert.match(lines, new RegExp(`Index (Only )?Scan (Backward )?(using|on) ${index}\\b`), lines);
    assert.doesNotMatch(lines, /Seq Scan/);
  });
}
