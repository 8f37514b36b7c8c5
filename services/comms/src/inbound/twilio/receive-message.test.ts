import assert from "node:assert/strict";
import { test } from "node:test";
import { testComms } from "../../testing/test-comms.ts";
import { newNumber, newSid, testTwilio, type TwilioTeam } from "../../testing/test-twilio.ts";

const comms = await testComms();
const { newTeam, bring, messagesOf, consentsOf, set } = testTwilio(comms);
const inbound = (team: TwilioTeam) => messagesOf(team, "direction=inbound");
const read = async ({ caller }: TwilioTeam, id: unknown) =>
  (await comms.door.call("GetMessage", { caller, path: { message_id: String(id) } })).body as Record<
    string,
    unknown
  >;

/** Everything of a refusal but the id of its request. */
async function refusalOf(response: Response): Promise<object> {
  const { request_id: id, trace_id: trace, ...body } = (await response.json()) as Record<string, unknown>;
  assert.ok(typeof id === "string" && trace !== id);
  return { status: response.status, type: response.headers.get("content-type"), body };
}

test("a message is stored under the team of its number, and answered with a document that says nothing", async () => {
  const team = await newTeam();
  const [sid, from] = [newSid(), newNumber()];
  const response = await bring(team, {
    MessageSid: sid,
    From: from,
    Body: "When do you open?",
    ProfileName: "Ada",
  });
  assert.deepEqual([response.status, await response.text()], [200, "<Response/>"]);
  assert.match(response.headers.get("content-type") ?? "", /^text\/xml/);
  const [message, ...others] = await inbound(team);
  assert.deepEqual(others, []);
  const shown = await read(team, message?.["id"]);
  assert.deepEqual(
    [
      "direction",
      "kind",
      "status",
      "channel",
      "from",
      "to",
      "text",
      "provider",
      "provider_id",
      "contact_id",
    ].map((name) => shown[name]),
    [
      ...["inbound", "message", "received", "sms", from, team.number, "When do you open?", "twilio", sid],
      comms.senders.get(`${team.caller.team_id} ${from}`),
    ],
  );
  assert.deepEqual(await consentsOf(team), ["sms transactional unknown inbound_message"]);
  const answer = { to: from, text: "At nine." };
  assert.equal((await comms.door.call("SendMessage", { caller: team.caller, body: answer })).status, 202);
});

test("of WhatsApp the numbers are stored without their prefix, and the basis is that channel's alone", async () => {
  const team = await newTeam();
  await bring(team, { From: "whatsapp:+14155550100", To: `whatsapp:${team.number}` });
  const [message] = await inbound(team);
  assert.deepEqual(
    [message?.["channel"], message?.["from"], message?.["to"]],
    ["whatsapp", "+14155550100", team.number],
  );
  assert.deepEqual(await consentsOf(team), ["whatsapp transactional unknown inbound_message"]);
});

test("the signature is of the whole URL and of every parameter, in any order, also of those that nobody reads", async () => {
  const team = await newTeam();
  const query = "?from=console&x=%20a%27b";
  assert.equal((await bring(team, { Zip: "94107", "A b": "ü&=", Empty: "" }, { query })).status, 200);
  const lines = { Body: "one\r\ntwo\n\tthree  " };
  assert.equal((await bring(team, lines)).status, 200);
  const [latest] = await inbound(team);
  assert.equal((await read(team, latest?.["id"]))["text"], lines.Body);
});

test("a signature that is missing, wrong, of another team, URL or text is refused with one and the same body", async () => {
  const [team, other] = [await newTeam(), await newTeam()];
  const missing = await refusalOf(await bring(team, {}, { signature: null }));
  assert.equal((missing as { status: number }).status, 403);
  assert.match(JSON.stringify(missing), /"code":"invalid_signature"/);
  const changed = new URLSearchParams({
    MessageSid: "SM1",
    From: "+14155550100",
    To: team.number,
    Body: "Bye",
  });
  const refused = [
    bring(team, {}, { signature: "" }),
    bring(team, {}, { signature: "x".repeat(10_000) }),
    bring(team, {}, { signature: "\u00ff\u00fe=" }),
    bring(team, {}, { authToken: other.authToken }),
    bring(team, {}, { authToken: "" }),
    // Signed for this team, and sent to another team's number, to an unknown one and to none.
    bring(team, { To: other.number }),
    bring(team, { To: "+14155559999" }),
    bring(team, { To: "" }),
    bring(team, { To: "\0" }),
    bring(team, {}, { body: changed.toString() }),
    bring(team, {}, { body: "" }),
    // A bearer token is ignored here.
    bring(team, {}, { signature: null, headers: { authorization: "Bearer jst_s_x" } }),
  ];
  for (const response of await Promise.all(refused)) assert.deepEqual(await refusalOf(response), missing);
  assert.deepEqual([await inbound(team), await inbound(other)], [[], []]);
});

test("a signature by the former token of the account is refused", async () => {
  const team = await newTeam();
  await set(team.caller, { "twilio.auth_token": "another-token-of-it" });
  assert.equal((await bring(team, {})).status, 403);
  assert.equal((await bring(team, {}, { authToken: "another-token-of-it" })).status, 200);
});

test("a message to a number that no team owns is rejected", async () => {
  const team = await newTeam();
  await set(team.caller, { "sms.from": newNumber(), "whatsapp.from": "" });
  assert.equal((await bring(team, {})).status, 403);
});

test("a message that comes twenty times at once, and later again with another text, is one", async () => {
  const team = await newTeam();
  const MessageSid = newSid();
  const all = await Promise.all(Array.from({ length: 20 }, () => bring(team, { MessageSid })));
  assert.deepEqual([...new Set(all.map(({ status }) => status))], [200]);
  assert.equal((await bring(team, { MessageSid, Body: "STOP" })).status, 200);
  assert.equal((await inbound(team)).length, 1);
  assert.deepEqual(await consentsOf(team), ["sms transactional unknown inbound_message"]);
});

test("a body that is not a form is 415, one that is too large 413; nothing of them is stored", async () => {
  const team = await newTeam();
  for (const type of ["application/json", "multipart/form-data; boundary=x", "text/plain", ""]) {
    const response = await bring(team, {}, { headers: { "content-type": type } });
    assert.equal(response.status, 415, type);
  }
  const packed = await bring(team, {}, { headers: { "content-encoding": "gzip" } });
  assert.equal(packed.status, 415);
  const large = await bring(team, { Body: "x".repeat(65_536) });
  assert.deepEqual([large.status, ((await large.json()) as { limit: number }).limit], [413, 65_536]);
  assert.equal((await bring(team, { Body: "x".repeat(2_000_000) })).status, 413);
  assert.deepEqual(await inbound(team), []);
});

test("NUL, emoji, invalid UTF-8 and odd names of parameters never make a 5xx", async () => {
  const team = await newTeam();
  const texts = ["a\0b", "\u{1f600}\u{1f468}\u200d\u{1f469}", "\u202ertl", "", "x".repeat(20_000)];
  for (const Body of texts) assert.equal((await bring(team, { Body })).status, 200, JSON.stringify(Body));
  const stored = await Promise.all((await inbound(team)).map(({ id }) => read(team, id)));
  assert.deepEqual(
    stored.map(({ text }) => text).reverse(),
    texts.map((text) => text.replace("\0", "")),
  );
  const odd = { __proto__2: "x", constructor: "y", toString: "z", "": "empty" };
  assert.equal((await bring(team, odd)).status, 200);
  assert.equal((await bring(team, {}, { body: Buffer.from("Body=%ff%fe&To=%00&%=%zz&&&=") })).status, 403);
  assert.equal(
    (await bring(team, {}, { body: `To=${encodeURIComponent(team.number)}&__proto__=x` })).status,
    403,
  );
});

test("a sender without a phone number is stored, and makes neither contact, nor consent, nor keyword", async () => {
  const team = await newTeam();
  for (const From of ["22395", "ACME", "+1", `+${"1".repeat(500)}`, "a\0b", "whatsapp:x"])
    assert.equal((await bring(team, { From, Body: "STOP" })).status, 200, From);
  const messages = await inbound(team);
  assert.equal(messages.length, 6);
  assert.deepEqual([...new Set(messages.map(({ contact_id: id }) => id))], [null]);
  assert.deepEqual(await consentsOf(team), []);
  assert.deepEqual(await messagesOf(team, "direction=outbound"), []);
});

test("a signed form that is not a message is 422 and names the missing members", async () => {
  const team = await newTeam();
  const response = await bring(team, { MessageSid: "", From: "whatsapp:" });
  const { code, errors } = (await response.json()) as { code: string; errors: { field: string }[] };
  assert.deepEqual([response.status, code], [422, "validation_failed"]);
  assert.deepEqual(
    errors.map(({ field }) => field),
    ["MessageSid", "From"],
  );
});
