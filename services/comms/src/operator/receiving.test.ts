import assert from "node:assert/strict";
import { test } from "node:test";
import { SystemDatabase } from "@jst/db";
import { testCaller } from "@jst/testing";
import { receiverOf } from "../settings/receiving.ts";
import { testComms } from "../testing/test-comms.ts";

const { door, database, sql } = await testComms();
const newTeam = () => testCaller().team_id;
let numbers = 0;
const newNumber = () => `+1415555${String((numbers += 1)).padStart(4, "0")}`;
const set = (team_id: string, key: string, value: string) =>
  door.operate("SetSetting", { team_id, key: `comms.${key}`, value });
const statusOf = async (...given: Parameters<typeof set>) => (await set(...given)).status;
const received = async (team: string) =>
  (
    await sql<{ address: string }>(
      "select address from comms.receiving_addresses where team_id = $1 order by address",
      [team],
    )
  ).map(({ address }) => address);

test("a number is one team's: another team is refused it, on either channel, and keeps what it had", async () => {
  const [one, other, first, second] = [newTeam(), newTeam(), newNumber(), newNumber()];
  assert.equal(await statusOf(one, "sms.from", first), 200);
  assert.equal(await statusOf(one, "whatsapp.from", first), 200);
  assert.equal(await statusOf(other, "sms.from", second), 200);
  for (const key of ["sms.from", "whatsapp.from"]) {
    const { status, body } = await set(other, key, first);
    assert.deepEqual([status, body.code, body.errors[0].field], [422, "validation_failed", "value"]);
    assert.match(body.errors[0].message, /Another team/);
  }
  assert.deepEqual(await received(other), [second]);
  const settings = await sql("select key, value from comms.settings where team_id = $1", [other]);
  assert.deepEqual(settings, [{ key: "comms.sms.from", value: second }]);
});

test("a number that a team has left is another's to take; one that it has on two channels is left with the second", async () => {
  const [one, other, first, second] = [newTeam(), newTeam(), newNumber(), newNumber()];
  await set(one, "sms.from", first);
  await set(one, "whatsapp.from", first);
  await set(one, "sms.from", second);
  assert.deepEqual(await received(one), [first, second].sort());
  assert.equal(await statusOf(other, "sms.from", first), 422);
  await set(one, "whatsapp.from", "");
  assert.deepEqual(await received(one), [second]);
  assert.equal(await statusOf(other, "sms.from", first), 200);
});

test("of twenty teams that want one number at once one has it", async () => {
  const number = newNumber();
  const teams = Array.from({ length: 20 }, newTeam);
  const statuses = await Promise.all(teams.map((team) => statusOf(team, "sms.from", number)));
  assert.deepEqual(statuses.toSorted(), [200, ...Array.from({ length: 19 }, () => 422)]);
  const lookup = new SystemDatabase({
    connectionString: database.urlOf("comms_lookup"),
    poolSize: 1,
    applicationName: "test",
  });
  try {
    assert.equal(await receiverOf(lookup, number), teams[statuses.indexOf(200)]);
    assert.equal(await receiverOf(lookup, newNumber()), undefined);
  } finally {
    await lookup.close();
  }
});

test("Twilio is not set without its account and number; these are not taken away from it; the API is a public one", async () => {
  const team = newTeam();
  assert.equal(await statusOf(team, "sms.provider", "twilio"), 422);
  await set(team, "sms.from", newNumber());
  await set(team, "twilio.account_sid", `AC${"0".repeat(32)}`);
  assert.equal(await statusOf(team, "sms.provider", "twilio"), 422);
  assert.deepEqual((await set(team, "twilio.auth_token", "t0ken-of-the-account")).body, {
    key: "comms.twilio.auth_token",
    value: null,
  });
  assert.equal(await statusOf(team, "sms.provider", "twilio"), 200);
  assert.equal(await statusOf(team, "whatsapp.provider", "twilio"), 422);
  for (const key of ["sms.from", "twilio.account_sid", "twilio.auth_token"])
    assert.equal(await statusOf(team, key, ""), 422, key);
  for (const url of [
    "https://10.0.0.1",
    "https://localhost",
    "https://api.internal",
    "http://127.0.0.1:5432",
  ])
    assert.equal(await statusOf(team, "twilio.api_url", url), 422, url);
  for (const url of ["https://api.twilio.com", "http://127.0.0.1:9000", ""])
    assert.equal(await statusOf(team, "twilio.api_url", url), 200, url);
  const rows = await sql(
    "select *, encode(sealed, 'escape') as text from comms.settings where team_id = $1",
    [team],
  );
  assert.ok(!JSON.stringify(rows).includes("t0ken-of-the-account"));
});
