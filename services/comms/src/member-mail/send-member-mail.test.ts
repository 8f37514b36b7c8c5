import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { newSecret } from "@jst/pages";
import { testCaller, until } from "@jst/testing";
import { dueSignal } from "../messages/queries.ts";
import { capturing } from "../providers/provider.ts";
import { tablesWith } from "../testing/tables-with.ts";
import { testComms } from "../testing/test-comms.ts";
import { becomes, TestProvider, testSender } from "../testing/test-sender.ts";

let stop = (): Promise<void> => Promise.resolve();
after(() => stop());
const provider = new TestProvider();
const from = "Fleet <no-reply@fleet.example>";
const own = new TestProvider();
const sendsItself = new Set<string>();
let clockShiftMs = 0;
const routing: typeof capturing = {
  routeOf: (teamId, channel) =>
    sendsItself.has(teamId)
      ? Promise.resolve({ provider: own, from: "Acme <hello@acme.example>" })
      : capturing.routeOf(teamId, channel),
};
const comms = await testComms({ routing, fleetMail: { provider, from } });
const { door, database, links, account } = comms;
const sender = testSender(database, {
  ...{ routing, fleetMail: { provider, from }, account: comms.reached.account },
  modules: { isOn: () => Promise.resolve(false) },
  clockShiftMs: () => clockShiftMs,
});
stop = () => sender.stop();

interface Ask {
  id: string;
  team_id: string;
  member_id: string;
  email: string;
  kind: "sign_in" | "invitation";
  reference: string;
}

const minted: string[] = [];
const newAsk = (more: Partial<Ask> = {}): { ask: Ask; caller: ReturnType<typeof testCaller> } => {
  const caller = testCaller();
  const ask: Ask = {
    ...{ id: randomUUID(), team_id: caller.team_id, member_id: randomUUID(), email: "ada@example.com" },
    ...{ kind: "sign_in", reference: randomUUID(), ...more },
  };
  links.set(ask.reference, () => {
    const { secret } = newSecret();
    minted.push(secret);
    return {
      url: `http://gateway.test/p/sign-in/${secret}`,
      ...{
        team_name: "Acme & Co",
        role: "admin",
        inviter_name: "Bo <b>",
        expires_at: "2026-11-28T12:15:00Z",
      },
    };
  });
  return { ask, caller };
};
const send = async (ask: Ask): Promise<boolean> => {
  const reply = await door.callAs("account", "SendMemberMail", ask);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return reply.body.mailed as boolean;
};
const messages = async (caller: ReturnType<typeof testCaller>) =>
  (await door.call("ListMessages", { caller })).body.messages as { id: string; status: string }[];
const onlyId = async (caller: ReturnType<typeof testCaller>): Promise<string> => {
  const [message, ...others] = await messages(caller);
  assert.deepEqual(others, []);
  return message?.id ?? assert.fail("There is no message.");
};
const seenOf = (id: string, by = provider) => by.seen.filter((one) => one.id === id);

test("the same id is one mail, however often it is asked for at once; the mail says what account minted", async () => {
  const { ask, caller } = newAsk({ kind: "invitation" });
  assert.deepEqual(await Promise.all(Array.from({ length: 10 }, () => send(ask))), Array(10).fill(true));
  const id = await onlyId(caller);
  const message = await becomes(comms, caller, id, "sent");
  const [mail, ...others] = seenOf(id);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [mail?.from, mail?.to, mail?.subject],
    [from, ask.email, "Bo <b> invites you to Acme & Co"],
  );
  const url = `http://gateway.test/p/sign-in/${minted.at(-1)}`;
  const { text, html } = mail ?? assert.fail();
  for (const part of [
    "Bo <b> invites you to the team Acme & Co as an admin.",
    url,
    "28 November 2026 at 12:15 UTC",
  ])
    assert.ok(text?.includes(part), text ?? "");
  assert.ok(
    html?.includes(`<a href="${url}"`) && html.includes("Bo &lt;b&gt; invites you to the team Acme &amp; Co"),
  );
  assert.deepEqual(
    [message["kind"], message["text"], message["html"], message["subject"], message["consent"]],
    ["invitation", null, null, "Your invitation", null],
  );
  const { member_id, team_id, kind, reference } = ask;
  assert.deepEqual(
    account.asked.filter(({ body }) => body.reference === reference),
    [{ rpc: "auth.v1.MemberLinks/MintLink", peer: "comms", body: { team_id, member_id, kind, reference } }],
  );
});

test("neither consent nor module is asked; a suppressed address gets no mail, and no link is minted for it", async () => {
  const { ask, caller } = newAsk();
  const consent = { address: ask.email, channel: "email", purpose: "transactional", source: "page" };
  for (const status of ["opted_in", "opted_out"])
    await door.call("CreateConsent", { caller, body: { ...consent, status, basis: "consent" } });
  await send(ask);
  await becomes(comms, caller, await onlyId(caller), "sent");

  const suppressed = newAsk();
  await door.call("CreateSuppression", {
    caller: suppressed.caller,
    body: { address: suppressed.ask.email, channel: "email" },
  });
  await send(suppressed.ask);
  const message = await becomes(comms, suppressed.caller, await onlyId(suppressed.caller), "canceled");
  assert.equal((message["error"] as { code: string }).code, "recipient_suppressed");
  assert.deepEqual(
    account.asked.filter(({ body }) => body.reference === suppressed.ask.reference),
    [],
  );
});

test("each attempt has a link of its own; no answer, table, capture or event has one, also where the server quotes it", async () => {
  const { ask, caller } = newAsk();
  const before = minted.length;
  provider.answer = ({ text }, n) =>
    n < 3 ? { outcome: "temporary", code: "4.7.1", detail: `Spam: ${text}` } : { outcome: "accepted" };
  await send(ask);
  const id = await onlyId(caller);
  for (const made of [1, 2]) {
    await until(`attempt ${made} is over`, 15_000, async () => {
      const { body } = await door.call("GetMessage", { caller, path: { message_id: id } });
      return body.attempts.length === made && body.status === "queued" ? body : undefined;
    });
    clockShiftMs += 6 * 60_000;
    dueSignal.ring();
  }
  const message = await becomes(comms, caller, id, "sent");
  const secrets = minted.slice(before);
  const texts = seenOf(id).map(({ text }) => text ?? "");
  assert.equal(secrets.length, 3);
  for (const [n, secret] of secrets.entries()) assert.ok(texts[n]?.includes(secret));
  const captured = await door.operate("ListCaptured", { team_id: ask.team_id });
  const shown = JSON.stringify([message, await messages(caller), captured.body]);
  for (const secret of secrets) {
    assert.ok(!shown.includes(secret.slice(0, 20)), shown);
    assert.deepEqual(await tablesWith(database, secret.slice(0, 20)), []);
  }
  assert.deepEqual(
    await tablesWith(database, ask.reference),
    ["changes", "messages"],
    "tables are looked into",
  );
  provider.answer = () => ({ outcome: "accepted" });
});

test("a mail whose request is over ends as failed; one for which account does not answer waits", async () => {
  const { ask, caller } = newAsk();
  const mint = links.get(ask.reference) ?? assert.fail();
  links.delete(ask.reference);
  await send(ask);
  const failed = await becomes(comms, caller, await onlyId(caller), "failed");
  assert.equal((failed["error"] as { code: string }).code, "link_refused");

  const later = newAsk();
  links.set(later.ask.reference, mint);
  account.isUnavailable = true;
  await send(later.ask);
  const id = await onlyId(later.caller);
  await until("the mail waits", 15_000, async () => {
    const { body } = await door.call("GetMessage", { caller: later.caller, path: { message_id: id } });
    return body.next_attempt_at === null ? undefined : true;
  });
  account.isUnavailable = false;
  clockShiftMs += 6_000;
  dueSignal.ring();
  const message = await becomes(comms, later.caller, id, "sent");
  assert.equal((message["attempts"] as unknown[]).length, 1, "an answer that is missing is no attempt");
});

test("a team's own sender goes before that of the fleet, and neither has the mail captured without its words", async () => {
  const { ask, caller } = newAsk();
  sendsItself.add(ask.team_id);
  await send(ask);
  const id = await onlyId(caller);
  const sent = await becomes(comms, caller, id, "sent");
  assert.equal(sent["from"], "Acme <hello@acme.example>");
  assert.deepEqual([seenOf(id).length, seenOf(id, own).length], [0, 1]);

  const captures = await testComms();
  const { body } = await captures.door.callAs("account", "SendMemberMail", newAsk().ask);
  assert.deepEqual(body, { mailed: false });
});

test("a mail is neither asked for by other services nor sent to anything but one address", async () => {
  const { ask, caller } = newAsk();
  await assert.rejects(door.callAs("crm", "SendMemberMail", ask), /UNAUTHENTICATED/);
  for (const email of [
    "a@b.example, c@d.example",
    "Ada <a@b.example>",
    "a@b.example\r\nBcc: c@d.example",
    "nobody",
  ]) {
    const reply = await door.callAs("account", "SendMemberMail", { ...ask, email });
    assert.equal(reply.status, 422, email);
  }
  assert.deepEqual(await messages(caller), []);
});
