import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { systemContext, Database } from "@jst/db";
import { takeMerges } from "@jst/directory";
import { farInstants, oddInstants, notInstants } from "@jst/query/testing";
import { mergedFact, testCaller } from "@jst/testing";
import { testComms } from "../testing/test-comms.ts";

const { door, people, database } = await testComms();
const own = new Database({
  connectionString: database.urlOf("comms"),
  poolSize: 1,
  applicationName: "test",
  changesetPrefix: "comms",
});
after(() => own.close());

test("messages are listed newest first, by address however it is spelled, and by each of their filters", async () => {
  const caller = testCaller();
  const send = async (body: object) => {
    const reply = await door.call("SendMessage", { caller, body: { subject: "s", text: "t", ...body } });
    assert.equal(reply.status, 202, JSON.stringify(reply.body));
    return reply.body as { id: string; created_at: string };
  };
  const ada = randomUUID();
  people.set(ada, { id: ada, email: "ada@example.com", phone: null });
  const first = await send({ to: "Info@Bücher.example", test: true });
  const second = await send({ to: ada, channel: "email" });
  const third = await send({ to: ada, channel: "in_app", subject: undefined });
  const ids = async (query: string) => {
    const { status, body } = await door.call("ListMessages", { caller, query });
    assert.equal(status, 200, JSON.stringify(body));
    return (body.messages as { id: string }[]).map(({ id }) => id);
  };
  assert.deepEqual(await ids(""), [third.id, second.id, first.id]);
  assert.deepEqual(await ids("to=info%40xn--bcher-kva.example"), [first.id]);
  assert.deepEqual(await ids(`to=${ada}`), [third.id]);
  assert.deepEqual(await ids(`contact_id=${ada}&channel=email`), [second.id]);
  const target = randomUUID();
  await takeMerges(own, caller.team_id, [mergedFact(caller.team_id, ada, target, 2)]);
  assert.deepEqual(await ids(`contact_id=${target}&channel=email`), [second.id]);
  const read = await door.call("GetMessage", { caller, path: { message_id: second.id } });
  assert.equal(read.body.contact_id, target);
  assert.deepEqual(await ids("test=true"), [first.id]);
  assert.deepEqual(await ids("status=queued&direction=outbound&kind=message&purpose=transactional"), [
    third.id,
    second.id,
    first.id,
  ]);
  assert.deepEqual(await ids("direction=inbound"), []);
  assert.deepEqual(await ids(`template_id=${randomUUID()}`), []);
  assert.deepEqual(await ids(`created_from=${third.created_at}`), [third.id]);
  assert.deepEqual(await ids(`created_to=${second.created_at}&sort=created_at:asc`), [first.id]);
  for (const name of ["created_from", "created_to"]) {
    for (const far of [...Object.keys(oddInstants), ...Object.keys(farInstants)])
      await ids(`${name}=${encodeURIComponent(far)}`);
    for (const text of notInstants) {
      const query = `${name}=${encodeURIComponent(text)}`;
      const { status, body } = await door.call("ListMessages", { caller, query });
      assert.deepEqual([status, body.code], [400, "invalid_parameter"], query);
    }
  }
  assert.deepEqual(await ids("from=ada@example.com"), []);
  const other = await door.call("ListMessages", { caller: testCaller() });
  assert.deepEqual(other.body.messages, []);
  const [shown] = (await door.call("ListMessages", { caller })).body.messages as object[];
  for (const name of ["text", "html", "variables", "headers", "attempts"])
    assert.ok(!(name in (shown ?? {})), name);
});

test("mail that came in is found by the team's own address, however it is spelled, and sent mail by its sender", async () => {
  const caller = testCaller();
  const store = (direction: string, from: string, to: string) =>
    own.write(systemContext(caller.team_id), (tx) =>
      tx.query({
        text: `insert into comms.messages
          (direction, kind, status, channel, purpose, "from", "to", address, created_by_type, created_by_id)
          values ($1, 'message', 'received', 'email', 'transactional', $2, $3, 'ada@example.com', 'system', '')`,
        values: [direction, from, to],
      }),
    );
  await store("inbound", "ada@example.com", "info@xn--bcher-kva.example");
  await store("outbound", "Bücher <Info@Acme.example>", "Ada@example.com");
  const count = async (query: string) => {
    const { status, body } = await door.call("ListMessages", { caller, query });
    assert.equal(status, 200, JSON.stringify(body));
    return (body.messages as { direction: string }[]).map(({ direction }) => direction);
  };
  assert.deepEqual(await count(`to=${encodeURIComponent("INFO@Bücher.example")}`), ["inbound"]);
  assert.deepEqual(await count(`from=${encodeURIComponent("Ada@Example.com")}`), ["inbound"]);
  assert.deepEqual(await count("from=info@acme.EXAMPLE"), ["outbound"]);
  assert.deepEqual(await count("from=acme.example"), []);
});
