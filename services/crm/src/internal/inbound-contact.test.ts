import assert from "node:assert/strict";
import { test } from "node:test";
import { testCaller } from "@jst/testing";
import { testCrm } from "../testing/test-crm.ts";

const { door, stored } = await testCrm();
const ask = async (team_id: string, body: object) => {
  const reply = await door.callAs("comms", "InboundContact", { team_id, make: true, ...body });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body.id as string | null;
};

for (const [channel, address, member] of [
  ["email", "ada@example.com", "email"],
  ["sms", "+14155550100", "phone"],
  ["whatsapp", "+14155550101", "phone"],
] as const)
  test(`a stranger who writes on ${channel} becomes a contact, one for twenty messages at once`, async () => {
    const caller = testCaller();
    const sender = { channel, address, name: "Ada Lovelace" };
    const ids = new Set(await Promise.all(Array.from({ length: 20 }, () => ask(caller.team_id, sender))));
    assert.equal(ids.size, 1);
    const [contact_id = null] = ids;
    const { body } = await door.call("GetContact", { caller, path: { contact_id: contact_id ?? "" } });
    assert.deepEqual(
      [body[member], body.display_name, body.source, body.created_by],
      [address, "Ada Lovelace", `inbound_${channel}`, { type: "system", id: null }],
    );
    const { contacts, events } = await stored(caller.team_id);
    assert.deepEqual([contacts, events.map(({ type }) => type)], [1, ["contact.created"]]);
  });

test("who is there is found in any spelling of the domain and stays as it is; the oldest holder of a number", async () => {
  const caller = testCaller();
  const make = async (body: object) => (await door.call("CreateContact", { caller, body })).body.id as string;
  const ada = await make({ email: "Ada@Bücher.example", phone: "+14155550100" });
  await make({ first_name: "Bo", phone: "+14155550100" });
  const found = await ask(caller.team_id, {
    channel: "email",
    address: "ada@xn--bcher-kva.example",
    name: "X",
  });
  assert.equal(found, ada);
  assert.equal(await ask(caller.team_id, { channel: "whatsapp", address: "+14155550100" }), ada);
  const { body } = await door.call("GetContact", { caller, path: { contact_id: ada } });
  assert.equal(body.version, 1);
  assert.equal((await stored(caller.team_id)).contacts, 2);
});

test("without make nobody is made; an archived contact and another team's are nobody; a name is not needed", async () => {
  const caller = testCaller();
  const sender = { channel: "email", address: "ada@example.com" };
  assert.equal(await ask(caller.team_id, { ...sender, make: false }), null);
  const first = await ask(testCaller().team_id, sender);
  const own = await ask(caller.team_id, sender);
  assert.ok(own !== null && own !== first);
  const { body } = await door.call("GetContact", { caller, path: { contact_id: own } });
  assert.equal(body.display_name, "ada@example.com");
  await door.call("ArchiveContact", { caller, path: { contact_id: own } });
  assert.equal(await ask(caller.team_id, { ...sender, make: false }), null);
  assert.notEqual(await ask(caller.team_id, sender), own);
});
