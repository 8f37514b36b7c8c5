import { SecretBox } from "@jst/config";
import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { ownerOfContent, ownerOfUrl } from "../messages/sealed-content.ts";
import { ownerOf } from "@jst/settings";
import { testComms } from "../testing/test-comms.ts";

const keys = { k1: Buffer.alloc(32, 7), k2: Buffer.alloc(32, 9) };
const former = new SecretBox({ current: "k1", keys: new Map(Object.entries({ k1: keys.k1 })) });
const both = new SecretBox({ current: "k2", keys: new Map(Object.entries(keys)) });
const alone = new SecretBox({ current: "k2", keys: new Map(Object.entries({ k2: keys.k2 })) });
const unknown = new SecretBox({ current: "k0", keys: new Map([["k0", Buffer.alloc(32, 1)]]) });
const { door, sql } = await testComms({ secrets: both });

const KEY = "comms.email.smtp_url";
const store = (teamId: string, key: string, sealed: Buffer) =>
  sql("insert into comms.settings (team_id, key, sealed) values ($1, $2, $3)", [teamId, key, sealed]);

/** Asks part by part, as jst does. */
async function resealAll() {
  const all = { resealed: 0, unreadable: [] as string[] };
  for (let after: string | null = null; ;) {
    const reply = await door.operate("ResealSecrets", after === null ? {} : { after });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    assert.equal(reply.body.key, "k2");
    all.resealed += Number(reply.body.resealed);
    all.unreadable.push(...(reply.body.unreadable as string[]));
    after = reply.body.next as string | null;
    if (after === null) return all;
  }
}

test("after a reseal the new key alone opens every secret of settings and of the queue; one that no key opens is named", async () => {
  const { team_id: teamId } = testCaller();
  const url = "smtp://user:password@mail.example.org:587";
  await store(teamId, KEY, former.seal(url, ownerOf(teamId, KEY)));
  await store(teamId, "comms.lost", unknown.seal("lost", ownerOf(teamId, "comms.lost")));
  for (let n = 0; n < 501; n += 1)
    await store(testCaller().team_id, KEY, former.seal(url, "another owner's, to fill a part"));
  const caller = testCaller({ team_id: teamId });
  const sent = await door.call("SendMessage", {
    caller,
    body: { to: "ok@test.invalid", purpose: "transactional", subject: "a", text: "b", channel: "email" },
  });
  assert.equal(sent.status, 202, JSON.stringify(sent.body));
  const address = "https://jst.example/p/unsubscribe/secret";
  await sql("update comms.queue set unsubscribe_url = $2 where message_id = $1", [
    sent.body.id,
    former.seal(address, ownerOfUrl(teamId)),
  ]);

  await sql("update comms.messages set sealed = $2 where id = $1", [
    sent.body.id,
    former.seal("{}", ownerOfContent(teamId)),
  ]);

  const { resealed, unreadable } = await resealAll();
  assert.equal(resealed, 3);
  assert.equal(unreadable.length, 502);
  assert.ok(unreadable.includes(`${teamId}/comms.lost`));
  const [setting] = await sql<{ sealed: Buffer }>(
    "select sealed from comms.settings where team_id = $1 and key = $2",
    [teamId, KEY],
  );
  assert.equal(alone.open(setting?.sealed ?? Buffer.alloc(0), ownerOf(teamId, KEY)), url);
  const [queued] = await sql<{ unsubscribe_url: Buffer }>(
    "select unsubscribe_url from comms.queue where message_id = $1",
    [sent.body.id],
  );
  assert.equal(alone.open(queued?.unsubscribe_url ?? Buffer.alloc(0), ownerOfUrl(teamId)), address);
  const [message] = await sql<{ sealed: Buffer }>("select sealed from comms.messages where id = $1", [
    sent.body.id,
  ]);
  assert.equal(alone.open(message?.sealed ?? Buffer.alloc(0), ownerOfContent(teamId)), "{}");
  assert.equal((await resealAll()).resealed, 0, "what the current key has sealed stays as it is");
});

test("an invalid place ends the parts", async () => {
  const reply = await door.operate("ResealSecrets", { after: "elsewhere/a/b" });
  assert.deepEqual(reply.body, { resealed: 0, unreadable: [], key: "k2", next: null });
});
