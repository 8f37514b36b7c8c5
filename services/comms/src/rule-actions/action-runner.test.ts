import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import type { Caller } from "@jst/caller";
import { Database } from "@jst/db";
import { testCaller, until } from "@jst/testing";
import type { EmailAction } from "../../gen/rpc.ts";
import { receive } from "../inbound/receive.ts";
import { testActions } from "../testing/test-actions.ts";
import { testComms } from "../testing/test-comms.ts";
import { storeMatches } from "./queue.ts";

let stop = (): Promise<void> => Promise.resolve();
after(() => stop());
const comms = await testComms();
const { door, crm, data, auth, absent, busy, sql, reached } = comms;
let shiftMs = 0;
const runner = testActions(comms, () => shiftMs);
const database = new Database({
  connectionString: comms.database.urlOf("comms"),
  poolSize: 4,
  applicationName: "test",
  changesetPrefix: "comms",
});
stop = async () => {
  await runner.stop();
  await database.close();
};

const sender = { name: "Ada", address: "ada@example.com" };
/** Stores a mail that a rule with these actions has matched. */
async function matched(caller: Caller, actions: EmailAction[], more: { isAutomatic?: boolean } = {}) {
  const { isAutomatic = false } = more;
  const rule = { id: randomUUID(), name: "Invoices", actions };
  const subject = "Invoice {{ 7 }}";
  const message = { from: sender.address, name: "Ada", to: "in@acme.example", subject, text: "Due now" };
  const { id, contactId } = await receive(
    { database, crm: reached.crm },
    caller.team_id,
    { channel: "email", provider: "mime", providerId: randomUUID(), ...message },
    {
      isPersonal: !isAutomatic,
      also: (tx, stored) => storeMatches(tx, stored, { matched: [rule], sender, subject, isAutomatic }),
    },
    { requestId: randomUUID(), deadline: Date.now() + 10_000 },
  );
  return { id, contactId, rule };
}
const ended = (caller: Caller) =>
  until("all actions have ended", 15_000, async () => {
    const left = await sql("select from comms.rule_actions where team_id = $1", [caller.team_id]);
    return left.length === 0 ? true : undefined;
  });
const outboxOf = async (caller: Caller, type: string) =>
  (
    await sql<{ payload: Record<string, unknown> }>(
      "select payload::jsonb as payload from comms.outbox where team_id = $1 and type = $2 order by seq",
      [caller.team_id, type],
    )
  ).map(({ payload }) => payload);
const audits = async (caller: Caller) =>
  (await outboxOf(caller, "audit")).filter(({ action }) => action === "run");
const askedOf = ({ asked }: typeof crm, caller: Caller, rpc: string) =>
  asked
    .filter((one) => one.rpc.endsWith(rpc) && (one.body as { team_id: string }).team_id === caller.team_id)
    .map(({ body }) => body as Record<string, unknown>);

test("a match is one event; its contact is tagged, its row is made, its member is written to, by the platform", async () => {
  const caller = testCaller();
  const [table, member] = [randomUUID(), randomUUID()];
  const cells = {
    who: "{{ message.from_name }} of {{ message.from_domain }}",
    subject: "{{ message.subject }}",
    n: 1,
  };
  const { id, contactId, rule } = await matched(caller, [
    { type: "tag_contact", tag: " invoices " },
    { type: "create_row", table_id: table, data: cells },
    { type: "notify", member_id: member, text: "Please pay." },
  ]);
  await ended(caller);
  const [event, ...others] = await outboxOf(caller, "email.rule_matched");
  assert.equal(others.length, 0);
  const object = {
    rule: { id: rule.id, name: "Invoices" },
    message_id: id,
    from: "ada@example.com",
    subject: "Invoice {{ 7 }}",
    contact_id: contactId,
  };
  assert.deepEqual((event?.["data"] as { object: object }).object, object);
  assert.deepEqual(event?.["actor"], { type: "system", id: null });
  assert.deepEqual(askedOf(crm, caller, "/TagContact"), [
    { team_id: caller.team_id, contact_id: contactId, tag: "invoices" },
  ]);
  const [row, ...rows] = askedOf(data, caller, "/MakeRow");
  assert.deepEqual([rows.length, row?.["table_id"]], [0, table]);
  assert.deepEqual(row?.["data"], { who: "Ada of example.com", subject: "Invoice {{ 7 }}", n: 1 });
  const { messages } = (await door.call("ListMessages", { caller, query: "kind=notice" })).body;
  const [{ id: notice, to, subject, source }] = messages;
  assert.deepEqual(
    [messages.length, to, subject, source],
    [1, `${member}@example.com`, "Invoices: Invoice {{ 7 }}", { type: "message", id }],
  );
  const { body } = await door.call("GetMessage", { caller, path: { message_id: notice } });
  assert.match(body.text, /^Please pay\.\n\nFrom: ada@example\.com\n/);
  assert.doesNotMatch(body.text, /Due now/);
  assert.deepEqual(await audits(caller), []);
});

test("an action that is refused is on record, and the others run", async () => {
  const caller = testCaller();
  const [table, member] = [randomUUID(), randomUUID()];
  absent.add(table).add(member);
  const { rule } = await matched(caller, [
    { type: "create_row", table_id: table, data: {} },
    { type: "create_row", table_id: randomUUID(), data: { a: "{{ message.other }}" } },
    { type: "notify", member_id: member },
    { type: "tag_contact", tag: "last" },
  ]);
  await ended(caller);
  assert.equal(askedOf(crm, caller, "/TagContact").length, 1);
  const entries = await audits(caller);
  assert.deepEqual(
    entries.map(({ resource, resource_id, outcome, actor_type }) => [
      resource,
      resource_id,
      outcome,
      actor_type,
    ]),
    Array.from({ length: 3 }, () => ["email_rules", rule.id, "failed", "system"]),
  );
  const codes = entries.map(({ code }) => String(code)).toSorted();
  assert.deepEqual(codes, ["not_found", "not_found", "validation_failed"]);
});

test("a machine's mail tags nobody who is not there and writes to no member; the rest is done", async () => {
  const caller = testCaller();
  const actions: EmailAction[] = [
    { type: "tag_contact", tag: "x" },
    { type: "notify", member_id: randomUUID() },
    { type: "create_row", table_id: randomUUID(), data: {} },
  ];
  await matched(caller, actions, { isAutomatic: true });
  await ended(caller);
  assert.equal(askedOf(data, caller, "/MakeRow").length, 1);
  assert.equal(askedOf(auth, caller, "/FindHosts").length, 0);
  assert.deepEqual(
    (await audits(caller)).map(({ code }) => code),
    ["not_found"],
  );
  const { messages } = (await door.call("ListMessages", { caller, query: "direction=outbound" })).body;
  assert.deepEqual(messages, []);
});

test("while a service is away its actions wait, and are done under the same ids when it is back", async () => {
  const caller = testCaller();
  const table = randomUUID();
  busy.add(table);
  await matched(caller, [{ type: "create_row", table_id: table, data: {} }]);
  await until("the action waits", 30_000, async () => {
    const [row] = await sql<{ state: string }>("select state from comms.rule_actions where team_id = $1", [
      caller.team_id,
    ]);
    return row?.state === "waiting" ? true : undefined;
  });
  busy.delete(table);
  shiftMs += 70_000;
  await ended(caller);
  const [first, second, ...more] = askedOf(data, caller, "/MakeRow");
  assert.deepEqual([more.length, second?.["row_id"]], [0, first?.["row_id"]]);
  assert.deepEqual(await audits(caller), []);
});

test("an action whose worker died is run again, and makes nothing twice", async () => {
  const caller = testCaller();
  const { id } = await matched(caller, []);
  const [action, wanted] = [randomUUID(), { type: "notify", member_id: randomUUID() }];
  // As a worker leaves it that is killed once the mail was queued.
  const store = (state: string, lease: string | null) =>
    sql(
      `insert into comms.rule_actions (team_id, id, message_id, rule_id, rule_name, action, from_name, state, lease, due_at)
       values ($1, $2, $3, uuidv7(), 'Invoices', $4, '', $5, $6, now() + make_interval(secs => $7))`,
      [caller.team_id, action, id, wanted, state, lease, shiftMs / 1_000 - 1],
    );
  await store("ready", null);
  await ended(caller);
  await store("under_way", randomUUID());
  await ended(caller);
  const { messages } = (await door.call("ListMessages", { caller, query: "kind=notice" })).body;
  assert.equal(messages.length, 1);
});
