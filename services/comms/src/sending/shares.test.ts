import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Caller } from "@jst/caller";
import { testCaller, until, withClient } from "@jst/testing";
import { testComms } from "../testing/test-comms.ts";
import { becomes, TestProvider, testSender } from "../testing/test-sender.ts";

const BACKLOG = 5_000;
/** Attempts of one team that are under way at once. */
const SHARE = 32;

let stop = (): Promise<void> => Promise.resolve();
after(() => stop());
const provider = new TestProvider();
const comms = await testComms(provider);
const { door, database, sql } = comms;

/** Messages that have been due for an hour, put there past what records the writes of callers. */
const pileUp = ({ team_id: team }: Caller) =>
  withClient(database.superuserUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    const statement = `with made as (
      insert into comms.messages (team_id, channel, "to", address, subject, text, created_by_type, created_by_id)
      select $1, 'email', a, a, 'News', 'There are some.', 'service', ''
      from (select 'a' || n || '@example.com' as a from generate_series(1, $2::int) n) x
      returning id
    )
    insert into comms.queue (team_id, message_id, due_at) select $1, id, now() - interval '1 hour' from made`;
    await client.query(statement, [team, BACKLOG]);
  });

test("the backlog of one team takes its share and no more: another team's message goes past it", async () => {
  const [busy, other] = [testCaller(), testCaller()];
  await pileUp(busy);
  const isOver = Promise.withResolvers<undefined>();
  // Every attempt of the backlog lasts until the test ends it.
  provider.answer = async ({ teamId }) => {
    if (teamId === busy.team_id) await isOver.promise;
    return { outcome: "accepted" };
  };
  const sender = testSender(database, { routing: provider.routing });
  stop = () => sender.stop();
  try {
    await until("the backlog has its share", 15_000, () =>
      provider.seen.length >= SHARE ? true : undefined,
    );
    const mail = { to: "ada@example.com", subject: "Your order", text: "It is on its way." };
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { body } = await door.call("SendMessage", { caller: other, body: mail });
      ids.push(body.id as string);
      await becomes(comms, other, body.id as string, "sent");
    }
    const order = provider.seen.map(({ teamId, id }) => (teamId === busy.team_id ? "backlog" : id));
    assert.deepEqual(order, [...Array.from({ length: SHARE }, () => "backlog"), ...ids]);
  } finally {
    isOver.resolve(undefined);
  }
  await until("the backlog is sent", 60_000, async () => {
    const [left] = await sql<{ n: number }>("select count(*)::int as n from comms.queue");
    return left?.n === 0 ? true : undefined;
  });
  assert.equal(new Set(provider.seen.map(({ id }) => id)).size, BACKLOG + 3);
  assert.equal(provider.seen.length, BACKLOG + 3);
});
