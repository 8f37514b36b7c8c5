import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { after, test } from "node:test";
import { Database } from "@jst/db";
import { testCaller } from "@jst/testing";
import { startSmtpReceiver } from "../testing/smtp-receiver.ts";
import { Connections } from "@jst/jobs/outbound";
import { TEST_SECRETS, testComms, testGuard } from "../testing/test-comms.ts";
import { becomes, testSender } from "../testing/test-sender.ts";
import type { ProviderRouting } from "../providers/provider.ts";
import { TeamProviders } from "../settings/team-providers.ts";

const stops: (() => unknown)[] = [];
after(async () => {
  for (const stop of stops) await stop();
});
const receiver = await startSmtpReceiver();
const later: { routing?: TeamProviders } = {};
const routing: ProviderRouting = {
  routeOf: (team, channel) => (later.routing ?? assert.fail()).routeOf(team, channel),
};
const comms = await testComms({ routing });
const { door, database, sql } = comms;
const own = new Database({
  connectionString: database.urlOf("comms"),
  poolSize: 2,
  applicationName: "routing",
  changesetPrefix: "comms",
});
const teamProviders = new TeamProviders({
  database: own,
  secrets: TEST_SECRETS,
  connect: receiver.connect,
  ca: receiver.ca,
  twilio: { guard: testGuard, connections: new Connections(), baseUrl: "http://gateway.test" },
});
later.routing = teamProviders;
const sender = testSender(database, { routing });
stops.push(
  () => sender.stop(),
  () => teamProviders.close(),
  () => own.close(),
);

const URL_OF_RECEIVER = "smtp://ada:p%25ss%20w%3Ard@mail.example.com";
const set = async (team_id: string, key: string, value: string) => {
  const reply = await door.operate("SetSetting", { team_id, key: `comms.email.${key}`, value });
  teamProviders.forget(team_id);
  return reply;
};

test("a team whose settings name a server sends through it, from its own address; another one captures", async () => {
  const [caller, other] = [testCaller(), testCaller()];
  const { team_id: team } = caller;
  const from = await set(team, "from", "Acme <hello@acme.example>");
  assert.deepEqual(from.body, { key: "comms.email.from", value: "Acme <hello@acme.example>" });
  const url = await set(team, "smtp_url", URL_OF_RECEIVER);
  assert.deepEqual([url.status, url.body], [200, { key: "comms.email.smtp_url", value: null }]);
  assert.equal((await set(team, "provider", "smtp")).body.value, "smtp");
  const body = { to: "ada@example.com", subject: "Your order", text: "It is on its way." };
  const sent = await door.call("SendMessage", { caller, body });
  assert.equal(sent.status, 202, JSON.stringify(sent.body));
  const message = await becomes(comms, caller, sent.body.id as string, "sent");
  assert.deepEqual(
    [message["provider"], message["from"], message["provider_id"]],
    ["smtp", "Acme <hello@acme.example>", `<${String(sent.body.id)}@acme.example>`],
  );
  assert.deepEqual(
    receiver.mails.map(({ from: sentFrom, to, user }) => [sentFrom, to, user]),
    [["hello@acme.example", ["ada@example.com"], "ada"]],
  );
  const captured = await door.call("SendMessage", { caller: other, body });
  await becomes(comms, other, captured.body.id as string, "captured");
  assert.equal((await set(team, "provider", "capture")).status, 200);
  const again = await door.call("SendMessage", { caller, body });
  await becomes(comms, caller, again.body.id as string, "captured");
  assert.equal(receiver.mails.length, 1);
});

test("a message to whom consent denies it opens no connection to the team's server", async () => {
  const caller = testCaller();
  await set(caller.team_id, "from", "hello@acme.example");
  await set(caller.team_id, "smtp_url", URL_OF_RECEIVER);
  await set(caller.team_id, "provider", "smtp");
  const before = receiver.connections;
  const body = { to: "eve@example.com", subject: "News", text: "News", purpose: "marketing" };
  const denied = await door.call("SendMessage", { caller, body });
  assert.deepEqual([denied.status, denied.body.code], [422, "consent_missing"]);
  assert.equal(receiver.connections, before);
});

test("secrets are sealed where they are stored, and answered as null", async () => {
  const { team_id: team } = testCaller();
  const pem = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  await set(team, "smtp_url", "smtp://ada:s3cr3t-word@mail.example.com");
  await set(team, "dkim_domain", "example.com");
  await set(team, "dkim_selector", "s1");
  assert.equal((await set(team, "dkim_private_key", pem)).body.value, null);
  const rows = await sql<object>(
    "select *, encode(sealed, 'escape') as text from comms.settings where team_id = $1",
    [team],
  );
  assert.equal(rows.length, 4);
  for (const secret of ["s3cr3t-word", "PRIVATE KEY"])
    assert.ok(!JSON.stringify(rows).includes(secret), secret);
  const [row] = await sql<{ payload: object }>(
    "select payload from comms.outbox where team_id = $1 limit 1",
    [team],
  );
  assert.ok(row && !JSON.stringify(row).includes("s3cr3t-word"));
});

test("a provider without its server or sender is refused, and so is taking these away; other teams are unaffected", async () => {
  const { team_id: team } = testCaller();
  const fields = async (key: string, value: string) => {
    const { status, body } = await set(team, key, value);
    assert.equal(status, 422, `${key} ${value}: ${JSON.stringify(body)}`);
    return (body.errors as { field: string }[]).map(({ field }) => field);
  };
  assert.deepEqual(await fields("provider", "smtp"), ["value"]);
  assert.deepEqual(await fields("provider", "pigeon"), ["value"]);
  assert.deepEqual(await fields("nothing", "x"), ["key"]);
  assert.deepEqual(await fields("smtp_url", "http://mail.example.com"), ["value"]);
  await set(team, "from", "hello@acme.example");
  await set(team, "smtp_url", URL_OF_RECEIVER);
  assert.equal((await set(team, "provider", "smtp")).status, 200);
  assert.deepEqual(await fields("from", ""), ["value"]);
  assert.deepEqual(await fields("smtp_url", ""), ["value"]);
  assert.deepEqual((await set(team, "provider", "")).body, { key: "comms.email.provider", value: null });
  assert.equal((await set(team, "from", "")).status, 200);
  const key = "comms.email.provider";
  const foreign = await door.operate("SetSetting", { team_id: testCaller().team_id, key, value: "smtp" });
  assert.equal(foreign.status, 422);
});
