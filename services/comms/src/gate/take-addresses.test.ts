import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Database } from "@jst/db";
import type { FactData } from "@jst/events";
import { createLogger } from "@jst/telemetry";
import { testCaller, testFact } from "@jst/testing";
import { testComms } from "../testing/test-comms.ts";
import { takeAddresses } from "./record-consent.ts";

const { door, database } = await testComms();
const own = new Database({
  connectionString: database.urlOf("comms"),
  poolSize: 4,
  applicationName: "test",
  changesetPrefix: "comms",
});
after(() => own.close());
const recording = { database: own, logger: createLogger("comms", "error") };

const number = "+14155550100";
type Addresses = FactData<"address.given">["addresses"];
const booked: Addresses = [
  { address: "Ada@Example.com", channel: "email" },
  { address: number, channel: "sms" },
  { address: number, channel: "whatsapp" },
];
function given(teamId: string, addresses: Addresses = booked, more: object = {}) {
  const data = { addresses, basis: "booking", source: "booking", evidence: { booking_id: "b1" } } as const;
  return testFact(teamId, "address.given", "b1", { ...data, ...more });
}
const take = (...facts: ReturnType<typeof given>[]) =>
  takeAddresses(recording, facts[0]?.team_id ?? "", facts);
const recorded = async (caller: ReturnType<typeof testCaller>, query = "current=true") =>
  ((await door.call("ListConsents", { caller, query })).body.consents as Record<string, unknown>[])
    .map((one) => ["address", "channel", "purpose", "status", "basis"].map((name) => one[name]).join(" "))
    .sort();
const send = async (caller: ReturnType<typeof testCaller>, more: object = {}) => {
  const reply = await door.call("SendMessage", { caller, body: { to: number, text: "See you.", ...more } });
  return [reply.status, reply.body.code ?? reply.body.consent];
};

test("who has booked with a number may be written to about it, and gets no marketing", async () => {
  const caller = testCaller();
  assert.deepEqual(await send(caller), [422, "consent_missing"]);
  await take(given(caller.team_id));
  assert.deepEqual(await recorded(caller), [
    "+14155550100 sms transactional unknown booking",
    "+14155550100 whatsapp transactional unknown booking",
    "ada@example.com email transactional unknown booking",
  ]);
  const [{ source, evidence } = {}] = (await door.call("ListConsents", { caller })).body.consents as Record<
    string,
    unknown
  >[];
  assert.deepEqual([source, evidence], ["booking", { booking_id: "b1" }]);
  assert.deepEqual(await send(caller), [202, { status: "unknown", basis: "booking" }]);
  assert.equal((await send(caller, { channel: "whatsapp" }))[0], 202);
  assert.deepEqual(await send(caller, { purpose: "marketing" }), [422, "consent_missing"]);
  assert.deepEqual(await send(testCaller()), [422, "consent_missing"], "another team has no basis");
});

test("a fact that comes again, also ten times at once, leaves one record; a second basis adds none", async () => {
  const caller = testCaller();
  const fact = given(caller.team_id);
  await Promise.all(Array.from({ length: 10 }, () => take(fact)));
  await take(fact, given(caller.team_id, booked, { basis: "form", source: "form f" }));
  assert.equal((await recorded(caller, "")).length, 3);
});

test("a booking lifts no opt-out and takes no consent back, whatever came first", async () => {
  const caller = testCaller();
  const say = async (channel: string, status: string) => {
    const body = { address: number, channel, purpose: "transactional", status, source: "call" };
    const basis = status === "opted_in" ? { basis: "contract" } : {};
    assert.equal((await door.call("CreateConsent", { caller, body: { ...body, ...basis } })).status, 201);
  };
  await say("sms", "opted_out");
  await say("whatsapp", "opted_in");
  await take(given(caller.team_id));
  assert.deepEqual((await recorded(caller)).slice(0, 2), [
    "+14155550100 sms transactional opted_out ",
    "+14155550100 whatsapp transactional opted_in contract",
  ]);
  assert.deepEqual(await send(caller), [422, "recipient_opted_out"]);
});

test("an invalid address of the channel is skipped, and the rest is recorded", async () => {
  const caller = testCaller();
  const odd: Addresses = ["+1", "", "ada@example.com", "+14155550100\0"].map((address) => ({
    address,
    channel: "sms",
  }));
  await take(given(caller.team_id, [...odd, { address: number, channel: "email" }, ...booked]));
  assert.equal((await recorded(caller)).length, 3);
});
