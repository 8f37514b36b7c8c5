import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { Secret } from "@jst/config";
import { testCaller, until } from "@jst/testing";
import PostalMime from "postal-mime";
import { fleetMailOf } from "../providers/fleet-mail.ts";
import { startSmtpReceiver } from "../testing/smtp-receiver.ts";
import { testComms } from "../testing/test-comms.ts";
import { becomes, testSender } from "../testing/test-sender.ts";

const url = "http://gateway.test/p/sign-in/0123456789abcdef0123456789abcdef0123456789a";
const mint = () => ({
  ...{ url, team_name: "Café & Söhne", role: "viewer" as const, inviter_name: "" },
  expires_at: "2026-11-28T12:15:00Z",
});
const settings = (smtpUrl: string, platformFrom: string) => ({
  platformSmtpUrl: new Secret(smtpUrl),
  platformFrom,
});

test("the mail leaves by the fleet's server as text and HTML that say the same, and no machine answers it", async () => {
  const receiver = await startSmtpReceiver();
  const fleetMail = fleetMailOf(
    settings(`smtp://127.0.0.1:${receiver.port}`, "jst <no-reply@fleet.example>"),
  );
  assert.ok(fleetMail);
  const comms = await testComms({ fleetMail });
  const account = comms.reached.account;
  const sender = testSender(comms.database, { fleetMail, account });
  const caller = testCaller();
  const ask = {
    ...{ id: randomUUID(), team_id: caller.team_id, member_id: randomUUID(), email: "ada@example.com" },
    ...{ kind: "sign_in", reference: randomUUID() },
  };
  comms.links.set(ask.reference, mint);
  await comms.door.callAs("account", "SendMemberMail", ask);
  const [mail] = await until("the server has the mail", 15_000, () =>
    Promise.resolve(receiver.mails.length > 0 ? receiver.mails : undefined),
  );
  await sender.stop();
  fleetMail.close();
  const read = await PostalMime.parse(mail?.raw ?? "");
  assert.deepEqual(
    [read.subject, read.from?.name, read.from?.address, read.to?.[0]?.address],
    ["Sign in to Café & Söhne", "jst", "no-reply@fleet.example", ask.email],
  );
  const auto = read.headers.find(({ key }) => key === "auto-submitted");
  assert.equal(auto?.value, "auto-generated");
  assert.equal(
    read.text?.replaceAll("\r\n", "\n").trim(),
    [
      "This link signs you in to the team Café & Söhne, where you are a viewer.",
      `Sign in:\n${url}`,
      "The link works once, and expires on 28 November 2026 at 12:15 UTC.",
      "If you did not ask for this mail, you need not do anything.",
    ].join("\n\n"),
  );
  assert.equal(read.html?.match(/href="([^"]*)"/g)?.join(), `href="${url}"`);
  assert.ok(
    read.html.includes("<p>This link signs you in to the team Café &amp; Söhne, where you are a viewer.</p>"),
  );
});

test("a mail that is captured has neither link nor words, for its operator too, and no link is minted for it", async () => {
  const comms = await testComms();
  const sender = testSender(comms.database, { account: comms.reached.account });
  const caller = testCaller();
  const { team_id } = caller;
  const ask = {
    id: randomUUID(),
    team_id,
    member_id: randomUUID(),
    email: "ada@example.com",
    reference: "r",
  };
  comms.links.set("r", mint);
  const sent = await comms.door.callAs("account", "SendMemberMail", { ...ask, kind: "invitation" });
  assert.deepEqual(sent.body, { mailed: false });
  const { body } = await comms.door.call("ListMessages", { caller });
  await becomes(comms, caller, (body.messages as { id: string }[])[0]?.id ?? "", "captured");
  await sender.stop();
  const { messages } = (await comms.door.operate("ListCaptured", { team_id })).body as {
    messages: { text: null; html: null; subject: string }[];
  };
  assert.deepEqual(
    messages.map(({ text, html, subject }) => [text, html, subject]),
    [[null, null, "Your invitation"]],
  );
  assert.deepEqual(comms.account.asked, []);
});

test("the fleet's server and its sender go together, and neither is needed", () => {
  assert.equal(fleetMailOf(settings("", "")), undefined);
  for (const half of [settings("smtp://127.0.0.1:1", ""), settings("", "a@example.com")])
    assert.throws(() => fleetMailOf(half), /PLATFORM_SMTP_URL and PLATFORM_FROM/);
});
