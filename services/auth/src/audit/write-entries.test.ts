import { withClient } from "@jst/testing";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { auditEvent, testAudit } from "../testing/test-audit.ts";
import { testAuth } from "../testing/test-auth.ts";

const { database, sql, newTeam, teamIdOf, door } = await testAuth();
const { arrive } = testAudit(database);

test("entries that arrive in parts, at once and several times stand in one whole chain, each once", async () => {
  const slug = await newTeam();
  const team = await teamIdOf(slug);
  const events = Array.from({ length: 60 }, () => auditEvent(team, {}));
  const parts = Array.from({ length: 40 }, () => {
    const start = Math.floor(Math.random() * 50);
    return events.slice(start, start + 15);
  });
  await Promise.all(
    [...parts, events.slice(0, 30), events.slice(30), events].map((part) => arrive(team, part)),
  );
  const rows = await sql("select seq::int, id from auth.audit where team_id = $1 order by seq", [team]);
  assert.deepEqual(
    rows.map(({ seq }) => seq),
    Array.from({ length: 60 }, (_, index) => index + 1),
  );
  assert.deepEqual(new Set(rows.map(({ id }) => id)), new Set(events.map(({ id }) => id)));
  const { body } = await door.operate("VerifyAudit", { team: slug });
  assert.deepEqual([body.broken, body.place.seq, body.complete], [null, 60, true]);
});

test("an entry that comes twice in one part stands once", async () => {
  const team = randomUUID();
  const event = auditEvent(team, {});
  assert.equal(await arrive(team, [event, event]), 1);
  assert.equal(await arrive(team, [event]), 0);
});

const changes = [
  "update auth.audit set outcome = 'success' where team_id = $1",
  "delete from auth.audit where team_id = $1",
  "truncate auth.audit",
  "delete from auth.audit_heads where team_id = $1",
  "truncate auth.audit_heads",
  "update auth.audit_heads set seq = 0 where team_id = $1",
];
for (const text of changes) {
  test(`nobody can ${text}`, async () => {
    const team = randomUUID();
    await arrive(team, [auditEvent(team, {})]);
    const values = text.includes("$1") ? [team] : [];
    const roles = ["auth", "auth_lookup", "auth_audit", "auth_relay", "auth_owner"];
    for (const url of [...roles.map((role) => database.urlOf(role)), database.superuserUrl]) {
      await withClient(url, async (client) => {
        await client.query(`select set_config('app.team_id', $1, false)`, [team]);
        const attempt = client.query(text, values);
        // The trigger stops a role that can name the row; a role that cannot see the row changes nothing.
        await attempt.then(
          ({ rowCount }) => assert.equal(rowCount, 0, url),
          () => undefined,
        );
      });
    }
    assert.equal((await sql("select 1 from auth.audit where team_id = $1", [team])).length, 1);
    assert.equal(
      (await sql("select 1 from auth.audit_heads where team_id = $1 and seq = 1", [team])).length,
      1,
    );
  });
}

test("only the writer can append", async () => {
  const team = randomUUID();
  const insert = `insert into auth.audit (team_id, seq, id, created_at, actor_type, action, resource, outcome, request_id, hash)
    values ($1, 1, uuidv7(), now(), 'service', 'mint', 'tokens', 'success', 'x', decode(repeat('00', 32), 'hex'))`;
  for (const role of ["auth", "auth_lookup", "auth_relay"]) {
    await withClient(database.urlOf(role), async (client) => {
      await client.query(`select set_config('app.team_id', $1, false)`, [team]);
      await assert.rejects(client.query(insert, [team]), /permission denied/);
    });
  }
});
