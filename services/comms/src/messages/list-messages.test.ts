import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testComms } from "../testing/test-comms.ts";

const { door, people } = await testComms();

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
  assert.deepEqual(await ids("from=ada@example.com"), []);
  const other = await door.call("ListMessages", { caller: testCaller() });
  assert.deepEqual(other.body.messages, []);
  const [shown] = (await door.call("ListMessages", { caller })).body.messages as object[];
  for (const name of ["text", "html", "variables", "headers", "attempts"])
    assert.ok(!(name in (shown ?? {})), name);
});
