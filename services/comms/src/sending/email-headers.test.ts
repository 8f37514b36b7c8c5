import assert from "node:assert/strict";
import { test } from "node:test";
import { ownHeaders } from "./email-headers.ts";

const message = {
  ...{ id: "m1", from: "Acme <a@acme.example>", to: "ada@example.org", subject: "Booked", reply_to: null },
  ...{ made_at: "2026-11-23T12:00:00.000Z", unsubscribeUrl: null },
};
const fileOf = (content_type: string) => ({ filename: "invite.ics", content_type, content: "" });

test("a notice and an invitation say that a program has written them, and no other message does", () => {
  const automatic = (kind: string, ...types: string[]) =>
    ownHeaders({ ...message, kind, files: types.map(fileOf) })["Auto-Submitted"];
  assert.equal(automatic("notice"), "auto-generated");
  assert.equal(automatic("message", "text/calendar; method=CANCEL; charset=utf-8"), "auto-generated");
  assert.equal(automatic("message", "text/calendar; charset=utf-8; method=REQUEST"), "auto-generated");
  for (const types of [[], ["text/calendar"], ["application/pdf"]])
    assert.equal(automatic("message", ...types), undefined);
});
