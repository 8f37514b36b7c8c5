import { testCaller } from "@jst/testing";
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { RunningSender } from "../sending/sender.ts";
import { testComms } from "../testing/test-comms.ts";
import { becomes, testSender } from "../testing/test-sender.ts";

const later: { sender?: RunningSender } = {};
// Registered first: the sender ends before its database does.
after(() => later.sender?.stop());
const comms = await testComms();
const { door, database } = comms;
later.sender = testSender(database);

test("the operator reads what a team's captured messages say, newest first, and nothing of another team", async () => {
  const caller = testCaller();
  const send = async (subject: string) => {
    const body = { to: "ada@example.org", channel: "email", purpose: "transactional", test: true };
    const sent = await door.call("SendMessage", { caller, body: { ...body, subject, text: `${subject}!` } });
    assert.equal(sent.status, 202, JSON.stringify(sent.body));
    await becomes(comms, caller, sent.body.id, "captured");
  };
  await send("first");
  await send("second");
  const { messages } = (await door.operate("ListCaptured", { team_id: caller.team_id })).body as {
    messages: { subject: string; text: string; to: string; html: null }[];
  };
  assert.deepEqual(
    messages.map(({ subject, text, to, html }) => [subject, text, to, html]),
    [
      ["second", "second!", "ada@example.org", null],
      ["first", "first!", "ada@example.org", null],
    ],
  );
  const other = await door.operate("ListCaptured", { team_id: testCaller().team_id });
  assert.deepEqual(other.body, { messages: [] });
});
