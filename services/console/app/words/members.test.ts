import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isForPrograms } from "./member-names.ts";
import { wordOf } from "./members.ts";

/** The description of the API as the type check of the words has it. */
const openapi = JSON.parse(
  readFileSync(new URL("../../../agent/gen/openapi.json", import.meta.url), "utf8"),
) as { components: { schemas: Record<string, { properties?: Record<string, unknown> }> } };

test("every member of a shown record has a word or is for programs", () => {
  const records = ["Contact", "StoredFile", "Article", "Form", "Booking", "EventType", "Invoice", "Quote"];
  for (const record of [...records, "Subscription", "Message", "Template", "WebhookDetail", "ApprovalRule"])
    for (const name of Object.keys(openapi.components.schemas[record]?.properties ?? {}))
      assert.ok(isForPrograms(name) || !/[a-z][A-Z]|_/.test(wordOf(name)), `${record}.${name}`);
});

test("a member that a tenant has named is shown by its name in words", () => {
  assert.equal(wordOf("favourite_colour"), "Favourite colour");
});
