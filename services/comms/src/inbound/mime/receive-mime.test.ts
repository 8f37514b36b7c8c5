import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { testComms } from "../../testing/test-comms.ts";
import { testInbound, type InboundTeam } from "../../testing/test-inbound.ts";
import { bounceMail } from "../../testing/test-mails.ts";

const comms = await testComms();
const { door, crm, senders, sql } = comms;
const { set, newTeam, bring, stored } = testInbound(comms);

const mailTo = ({ address }: Pick<InboundTeam, "address">, more: readonly string[] = [], text = "Hello") =>
  [
    "From: Ada <Ada@Example.com>",
    `To: ${address}`,
    "Message-ID: <1@example.com>",
    "Subject: Hi",
    ...more,
    "",
    text,
  ].join("\r\n");

test("a mail that is brought twenty times at once, and to two addresses of the team, is one message", async () => {
  const team = await newTeam();
  const second = `${randomUUID()}@acme.example`;
  assert.equal(await set(team.caller, "comms.email.inbound", `${team.address}, ${second}`), 200);
  const mail = mailTo(team);
  const answers = await Promise.all([
    ...Array.from({ length: 19 }, () => bring(team, mail)),
    bring(team, mail, { headers: { "x-inbound-recipient": second } }),
  ]);
  answers.push(await bring(team, mail));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]), answers.at(-1)?.text);
  const ids = new Set(answers.map(({ body }) => body.id as string));
  const [message, ...others] = await stored(team);
  assert.deepEqual([[...ids], others.length], [[message?.["id"]], 0]);
  const contact = senders.get(`${team.caller.team_id} ada@example.com`);
  assert.deepEqual(
    ["from", "subject", "status", "provider", "provider_id", "contact_id"].map((name) => message?.[name]),
    ["ada@example.com", "Hi", "received", "mime", "<1@example.com>", contact],
  );
  const { body } = await door.call("GetMessage", {
    caller: team.caller,
    path: { message_id: [...ids][0] ?? "" },
  });
  assert.match(body.text, /^Hello\s*$/);
  const asked = crm.asked.map(({ body: question }) => question as Record<string, unknown>);
  assert.ok(asked.some(({ team_id, name }) => team_id === team.caller.team_id && name === "Ada"));
});

test("a mail that reads like a refusal makes no basis and no contact; marketing waits, what it quotes does not count", async () => {
  const team = await newTeam();
  const { caller } = team;
  const consentsOf = async () =>
    ((await door.call("ListConsents", { caller })).body.consents as { purpose: string }[]).length;
  const optIn = { address: "ada@example.com", channel: "email", purpose: "marketing", status: "opted_in" };
  const body = { ...optIn, basis: "consent", source: "a page" };
  assert.equal((await door.call("CreateConsent", { caller, body })).status, 201);
  assert.equal((await bring(team, mailTo(team, [], "Please take me off your list."))).status, 200);
  const [message] = await stored(team);
  assert.deepEqual(
    [message?.["attention"], message?.["contact_id"], await consentsOf()],
    ["refusal", null, 1],
  );
  const news = { to: "ada@example.com", purpose: "marketing", subject: "News", text: "Much is new." };
  assert.equal((await door.call("SendMessage", { caller, body: news })).body.code, "consent_missing");
  const reply = mailTo(team, [], "Thanks!\n\nOn Monday, Acme wrote:\n> unsubscribe here");
  assert.equal((await bring(team, reply.replace("<1@", "<2@"))).status, 200);
  assert.equal((await stored(team))[1]?.["attention"], null);
  assert.equal(await consentsOf(), 1);
});

test("without X-Inbound-Recipient the team is that of Delivered-To, then To, then Cc", async () => {
  const [team, other] = [await newTeam(), await newTeam()];
  const bare = { headers: { "x-inbound-recipient": "" } };
  const mail = mailTo({ address: other.address }, [`Delivered-To: <${team.address.toUpperCase()}>`]);
  assert.equal((await bring(team, mail, bare)).status, 200);
  const [message] = await stored(team);
  assert.equal(message?.["to"], team.address);
  const copied = mailTo({ address: "x@nobody.example" }, [`Cc: C <${other.address}>`]);
  assert.equal((await bring(other, copied, bare)).status, 200);
  assert.equal((await stored(other)).length, 1);
});

test("whatever is wrong with a signature, the refusal is one and the same, and nothing is stored", async () => {
  const [team, other] = [await newTeam(), await newTeam()];
  const now = Math.floor(Date.now() / 1_000);
  const mail = mailTo(team);
  const unset = await newTeam();
  await set(unset.caller, "comms.inbound.secret", "");
  const answers = await Promise.all([
    bring(team, mail, { headers: { "x-inbound-signature": "" } }),
    bring(team, mail, { headers: { "x-inbound-signature": "t=1" } }),
    bring(team, mail, { headers: { "x-inbound-signature": `t=${now},v1=${"0".repeat(64)}` } }),
    bring(team, mail, { time: now - 310 }),
    bring(team, mail, { time: now + 310 }),
    bring(team, mail, { secret: other.secret }),
    bring(team, mail, { headers: { "x-inbound-recipient": other.address } }),
    bring(team, mail, { headers: { "x-inbound-recipient": "nobody@acme.example" } }),
    bring(team, mail, { headers: { "x-inbound-recipient": "no address" } }),
    bring(team, mailTo({ address: "nobody@acme.example" }), { headers: { "x-inbound-recipient": "" } }),
    bring(unset, mailTo(unset)),
  ]);
  const bodies = answers.map(({ status, body }) =>
    JSON.stringify({ ...(body as object), status, request_id: null, trace_id: null }),
  );
  assert.equal(new Set(bodies).size, 1, bodies.join("\n"));
  assert.equal(answers[0].body.code, "invalid_signature");
  for (const one of [team, other, unset]) assert.deepEqual(await stored(one), []);
});

test("a bearer token is not looked at; a wrong type is 415, more than 25 MiB is 413, who is from nobody is 422", async () => {
  const team = await newTeam();
  assert.equal((await bring(team, mailTo(team), { headers: { authorization: "Bearer x" } })).status, 200);
  for (const headers of [{ "content-type": "text/plain" }, { "content-encoding": "gzip" }])
    assert.equal((await bring(team, mailTo(team), { headers })).body.code, "unsupported_media_type");
  const large = await bring(team, Buffer.alloc(26_214_401, "x"));
  assert.deepEqual([large.status, large.body.code], [413, "payload_too_large"]);
  for (const mail of ["", "Subject: x\r\n\r\ny", "From: nobody\r\n\r\nx", "From: <>\r\n\r\n"]) {
    const { status, body } = await bring(team, mail);
    assert.deepEqual([status, body.code, body.errors[0].field], [422, "validation_failed", "from"], mail);
  }
  assert.equal((await stored(team)).length, 1);
});

test("mails beyond the limits are refused while others are answered, and a mail of 25 MiB is taken", async () => {
  const [team, other] = [await newTeam(), await newTeam()];
  const levels = Array.from({ length: 10_000 }, (_, n) => [
    `Content-Type: multipart/mixed; boundary=b${n}`,
    "",
    `--b${n}`,
  ]);
  const bombs = [
    mailTo(team, levels.flat()),
    mailTo(team, [`X-Long: ${"x".repeat(1_048_576)}`]),
    mailTo(team, Array<string>(100_000).fill("Received: from x")),
  ];
  const answers = await Promise.all([...bombs.map((mail) => bring(team, mail)), bring(other, mailTo(other))]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [422, 422, 422, 200],
  );
  assert.equal(answers[0].body.errors[0].code, "limit_reached");
  const file = (Buffer.alloc(18_000_000, 7).toString("base64").match(/.{76}/g) ?? []).join("\r\n");
  const whole = mailTo(
    team,
    ["Content-Type: multipart/mixed; boundary=b"],
    [
      "--b",
      "",
      `${"x y z ".repeat(1_000)}\n`.repeat(100),
      "--b",
      "Content-Type: image/png",
      "Content-Transfer-Encoding: base64",
    ].join("\r\n"),
  );
  assert.equal((await bring(team, `${whole}\r\n\r\n${file}\r\n--b--\r\n`)).status, 200);
  const [message] = await stored(team);
  const { body } = await door.call("GetMessage", {
    caller: team.caller,
    path: { message_id: message?.["id"] as string },
  });
  assert.deepEqual([body.text.length, body.attachments[0].size_bytes], [500_000, 17_999_973]);
});

test("machines' mail makes no contact: Auto-Submitted, an empty Return-Path, reports", async () => {
  const team = await newTeam();
  const mails = [
    mailTo(team, ["Auto-Submitted: auto-replied"]).replace("<1@", "<2@"),
    mailTo(team, ["Return-Path: <>"]).replace("<1@", "<3@"),
    bounceMail({ name: "<x@y>", to: "ada@example.com" }),
  ];
  for (const mail of mails) assert.equal((await bring(team, mail)).status, 200);
  assert.deepEqual(
    (await stored(team)).map(({ contact_id: contact }) => contact),
    [null, null, null],
  );
  const records = await sql("select from comms.consents where team_id = $1", [team.caller.team_id]);
  assert.deepEqual(records, []);
});

test("a mail meets the rules in their order; what they want done is stored with it, once", async () => {
  const team = await newTeam();
  const { caller } = team;
  const rule = async (name: string, value: string, more: object = {}) => {
    const match = { any: [{ field: "subject", op: "contains", value }] };
    const body = { name, match, actions: [{ type: "tag_contact", tag: name }], ...more };
    assert.equal((await door.call("CreateEmailRule", { caller, body })).status, 201);
  };
  await rule("late", "hi", { priority: 200 });
  await rule("off", "hi", { enabled: false });
  await rule("other", "bye");
  await rule("first", "HI", { priority: 1 });
  await rule("last", "hi", { priority: 150, stop: true });
  await Promise.all([bring(team, mailTo(team)), bring(team, mailTo(team))]);
  const events = await sql<{ rule: string; from: string; message_id: string }>(
    `select payload::jsonb #>> '{data,object,rule,name}' as rule, payload::jsonb #>> '{data,object,from}' as "from",
       payload::jsonb #>> '{data,object,message_id}' as message_id
     from comms.outbox where team_id = $1 and type = 'email.rule_matched' order by seq`,
    [caller.team_id],
  );
  const [message] = await stored(team);
  assert.deepEqual(
    events,
    ["first", "last"].map((name) => ({ rule: name, from: "ada@example.com", message_id: message?.["id"] })),
  );
  const actions = await sql<{ rule_name: string }>(
    "select rule_name from comms.rule_actions where team_id = $1 order by rule_name",
    [caller.team_id],
  );
  assert.deepEqual(actions, [{ rule_name: "first" }, { rule_name: "last" }]);
});

test("NUL, half characters and endless texts in names, subjects and files keep no mail out, nor its rules", async () => {
  const team = await newTeam();
  const rule = {
    name: "All",
    match: { all: [{ field: "has_attachment", op: "eq", value: true }] },
    actions: [{ type: "tag_contact", tag: "mail" }],
  };
  const made = await door.call("CreateEmailRule", { caller: team.caller, body: rule });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const word = (text: string) => `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;
  const long = "n".repeat(100_000);
  const mail = [
    `From: ${word(`A\0B ${long}`)} <ada@example.com>`,
    `To: ${team.address}`,
    `Subject: ${word(`H\0i ${long}`)}`,
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b",
    `Content-Type: text/csv; name="${word("a\0b.csv")}"`,
    `Content-Disposition: attachment; filename="${word("a\0b.csv")}"`,
    "",
    "1",
    "--b--",
    "",
  ].join("\r\n");
  const answer = await bring(team, mail);
  assert.equal(answer.status, 200, answer.text);
  const [row] = await sql<{ name: string; length: number; event: number }>(
    `select left(a.from_name, 4) as name, length(a.from_name) as length, (
      select length(o.payload::text) from comms.outbox o where o.team_id = a.team_id and o.type = 'email.rule_matched'
    ) as event from comms.rule_actions a where a.team_id = $1`,
    [team.caller.team_id],
  );
  assert.equal(row?.name, "AB n");
  assert.ok(row.length <= 255 && row.event < 3_000, JSON.stringify(row));
});
