import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { Database } from "@jst/db";
import { testCaller } from "@jst/testing";
import { consents } from "../consents/consent.ts";
import { testComms } from "../testing/test-comms.ts";
import { receive, type Receipt } from "./receive.ts";
import type { IncomingMessage } from "./received.ts";

let stop = (): Promise<void> => Promise.resolve();
after(() => stop());
const comms = await testComms();
const { door, crm, senders, sql } = comms;
const database = new Database({
  connectionString: comms.database.urlOf("comms"),
  poolSize: 8,
  applicationName: "test",
  changesetPrefix: "comms",
});
stop = () => database.close();

const sms: IncomingMessage = {
  channel: "sms",
  provider: "twilio",
  providerId: "SM1",
  from: "+14155550100",
  name: "Ada",
  to: "+14155550199",
  text: "Hello",
};
const come = (
  teamId: string,
  message: Partial<IncomingMessage> = {},
  receipt: Partial<Receipt> = {},
  withinMs = 10_000,
) =>
  receive(
    { database, crm: comms.reached.crm },
    teamId,
    { ...sms, ...message },
    { isPersonal: true, ...receipt },
    { requestId: randomUUID(), deadline: Date.now() + withinMs },
  );
const consentsOf = async (caller: ReturnType<typeof testCaller>) =>
  (await door.call("ListConsents", { caller })).body.consents as Record<string, unknown>[];

test("a message that comes twenty times at once is one, with one contact, one basis and what follows once", async () => {
  const caller = testCaller();
  const follow: Receipt["also"] = async (tx, { id }) => {
    const text = "insert into comms.settings (team_id, key, value) values ($1, $2, 'x')";
    await tx.query({ text, values: [caller.team_id, id] });
  };
  const all = await Promise.all(Array.from({ length: 20 }, () => come(caller.team_id, {}, { also: follow })));
  const again = await come(caller.team_id, { text: "Other" }, { also: follow });
  assert.deepEqual(
    [new Set([...all, again].map(({ id }) => id)).size, all.filter(({ isNew }) => isNew).length, again.isNew],
    [1, 1, false],
  );
  const [{ id }] = all as [(typeof all)[number]];
  const { body } = await door.call("GetMessage", { caller, path: { message_id: id } });
  const contact = senders.get(`${caller.team_id} ${sms.from}`);
  assert.deepEqual(
    [body.direction, body.status, body.channel, body.from, body.to, body.text, body.contact_id],
    ["inbound", "received", "sms", sms.from, sms.to, "Hello", contact],
  );
  assert.deepEqual(
    [body.provider, body.provider_id, body.created_by, body.kind],
    ["twilio", "SM1", { type: "system", id: null }, "message"],
  );
  const { messages } = (await door.call("ListMessages", { caller, query: "direction=inbound" })).body;
  assert.equal(messages.length, 1);
  const records = await consentsOf(caller);
  assert.deepEqual(
    records.map(({ address, channel, purpose, status, basis, evidence }) => [
      address,
      channel,
      purpose,
      status,
      basis,
      evidence,
    ]),
    [[sms.from, "sms", "transactional", "unknown", "inbound_message", { message_id: id }]],
  );
  const followed = await sql("select key from comms.settings where team_id = $1", [caller.team_id]);
  assert.deepEqual(followed, [{ key: id }]);
});

test("the same name is another message of another team, of another provider; a long one is kept apart", async () => {
  const { team_id: team } = testCaller();
  const long = "x".repeat(3_000);
  const ids = await Promise.all([
    come(team),
    come(testCaller().team_id),
    come(team, { provider: "mime", channel: "email", from: "ada@example.com" }),
    come(team, { providerId: long }),
    come(team, { providerId: `${long}y` }),
  ]);
  assert.equal(new Set(ids.map(({ id }) => id)).size, 5);
  assert.equal((await come(team, { providerId: long })).isNew, false);
});

test("what is recorded of an address stays what stands, also where an opt-out comes with the message", async () => {
  const caller = testCaller();
  const out = { channel: "sms", purpose: "transactional", status: "opted_out", source: "a call" };
  await door.call("CreateConsent", { caller, body: { ...out, address: sms.from } });
  await come(caller.team_id);
  const also: Receipt["also"] = async (tx) => {
    await consents.insert(tx, consents.draft({ ...out, address: "+14155550101" }), { baseUrl: "" });
  };
  await come(caller.team_id, { providerId: "SM2", from: "+14155550101" }, { also });
  assert.deepEqual(
    (await consentsOf(caller)).map(({ status }) => status),
    ["opted_out", "opted_out"],
  );
});

test("a machine's message makes no contact and no basis, names an existing contact, and arrives while crm is away", async () => {
  const { team_id: team } = testCaller();
  assert.equal((await come(team, { providerId: "SM0" }, { isPersonal: false })).contactId, null);
  const { contactId } = await come(team);
  assert.ok(contactId !== null);
  assert.equal((await come(team, { providerId: "SM2" }, { isPersonal: false })).contactId, contactId);
  const rows = await sql("select from comms.consents where team_id = $1", [team]);
  assert.equal(rows.length, 1);
  crm.isSilent = true;
  const alone = await come(team, { providerId: "SM3" }, { isPersonal: false }, 300);
  await assert.rejects(come(team, { providerId: "SM4" }, {}, 300), { code: "timeout" });
  crm.isSilent = false;
  assert.deepEqual([alone.isNew, alone.contactId], [true, null]);
});

test("a text with NUL and half an emoji is stored without them; a name is one line", async () => {
  const caller = testCaller();
  const { id } = await come(caller.team_id, { text: "a\0b\ud83d \u{1f600}", name: " Ada\r\nX \0 " });
  const { body } = await door.call("GetMessage", { caller, path: { message_id: id } });
  assert.equal(body.text, "ab\ufffd \u{1f600}");
  const asked = crm.asked.at(-1)?.body as { name: string };
  assert.equal(asked.name, "Ada X");
});

test("where what follows fails, nothing is stored, and the message may come again", async () => {
  const { team_id: team } = testCaller();
  const also = () => Promise.reject(new Error("not now"));
  await assert.rejects(come(team, {}, { also }), /not now/);
  assert.equal((await come(team)).isNew, true);
});
