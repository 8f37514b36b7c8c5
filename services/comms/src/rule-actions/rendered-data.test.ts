import assert from "node:assert/strict";
import { test } from "node:test";
import { LiquidThread } from "../templates/liquid-thread.ts";
import { renderedData } from "./run-action.ts";

const by = { liquid: new LiquidThread(), team: "a" };

const message = { from: "ada@example.com", subject: "{{ from }} {% raw %}", text: "<b>" };

test("texts are rendered at whatever depth; what they yield is data and is not rendered again", async () => {
  const data = {
    a: "{{ message.subject }}",
    b: { c: ["x {{ message.from | upcase }}", 1, null, true] },
    d: "{{ message.text }}",
  };
  assert.deepEqual(await renderedData(data, message, by), {
    a: "{{ from }} {% raw %}",
    b: { c: ["x ADA@EXAMPLE.COM", 1, null, true] },
    d: "<b>",
  });
});

test("a member named __proto__ is a member like any other", async () => {
  const data = JSON.parse('{"__proto__": "{{ message.from }}"}') as object;
  assert.equal(JSON.stringify(await renderedData(data, message, by)), '{"__proto__":"ada@example.com"}');
});

test("a text that reads what no message has, or becomes too large, refuses the action", async () => {
  await assert.rejects(renderedData({ a: "{{ message.other }}" }, message, by), {
    code: "validation_failed",
  });
  const large = "{% for a in (1..900000) %}{{ message.from }}{% endfor %}";
  await assert.rejects(renderedData({ a: large }, message, by), { code: "limit_reached" });
});
