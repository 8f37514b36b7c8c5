import assert from "node:assert/strict";
import { test } from "node:test";
import type { AppError } from "@jst/errors";
import type { FoundTemplate } from "../gate/gate.ts";
import type { Channel } from "../people/address.ts";
import { LiquidThread } from "../templates/liquid-thread.ts";
import { contentOf, type Render } from "./content.ts";

const liquid = new LiquidThread();
const render: Render = (parts, variables) => liquid.render("a", parts, variables);

async function faultsOf(
  sent: object,
  channel: Channel,
  template: FoundTemplate | null = null,
): Promise<string[]> {
  try {
    await contentOf({ to: "x", ...sent }, channel, { template, render });
    return [];
  } catch (error) {
    return (error as AppError).errors?.map(({ field, code }) => `${field} ${code}`) ?? ["?"];
  }
}
const template = (more: object): FoundTemplate => ({
  channel: "email",
  subject: null,
  text: null,
  html: null,
  ...more,
});

test("an e-mail needs a subject and a text, html or both", async () => {
  assert.deepEqual(await faultsOf({}, "email"), ["subject required", "text required"]);
  assert.deepEqual(await faultsOf({ subject: "s", text: "t" }, "email"), []);
  assert.deepEqual(await faultsOf({ subject: "s", html: "h" }, "email"), []);
  assert.deepEqual(await faultsOf({ subject: "s", text: "t", reply_to: "Ada <a@b.co>" }, "email"), [
    "reply_to invalid_format",
  ]);
  assert.deepEqual(await faultsOf({ subject: "s", text: "t", reply_to: "+14155550100" }, "email"), [
    "reply_to invalid_format",
  ]);
});

test("the other channels have a text of at most 1,600 characters and nothing else", async () => {
  for (const channel of ["sms", "whatsapp", "in_app"] as const) {
    assert.deepEqual(await faultsOf({ text: "😀".repeat(1_600) }, channel), []);
    assert.deepEqual(await faultsOf({ text: "x".repeat(1_601) }, channel), ["text too_long"]);
    assert.deepEqual(await faultsOf({ subject: "s", html: "h", reply_to: "a@b.co" }, channel), [
      "subject not_allowed",
      "html not_allowed",
      "reply_to not_allowed",
      "text required",
    ]);
  }
});

test("a template stands in place of text and html, and variables need one", async () => {
  assert.deepEqual(await faultsOf({ subject: "s", text: "t", variables: {} }, "email"), [
    "variables not_allowed",
  ]);
  const both = { template_id: "x", text: "t", html: "h" };
  assert.deepEqual(await faultsOf(both, "email", template({ subject: "s", text: "t" })), [
    "text not_allowed",
    "html not_allowed",
  ]);
});

test("what becomes too large for its channel, or says nothing, is refused at the template", async () => {
  const long = template({ channel: "sms", text: "{{ x }}" });
  const sent = (x: string) => ({ template_id: "x", variables: { x } });
  assert.deepEqual(await faultsOf(sent("y".repeat(1_600)), "sms", long), []);
  assert.deepEqual(await faultsOf(sent("y".repeat(1_601)), "sms", long), ["template_id limit_reached"]);
  assert.deepEqual(await faultsOf(sent(""), "sms", long), ["template_id required"]);
});
