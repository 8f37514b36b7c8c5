import assert from "node:assert/strict";
import { test } from "node:test";
import { LiquidThread } from "./liquid-thread.ts";

/** Takes seconds to read: tens of thousands of tags. */
const long = "{{ a.b.c }}".repeat(40_000);

test("texts that take too long are refused, this thread goes on meanwhile, and the next texts are rendered", async () => {
  const liquid = new LiquidThread(300);
  const slow = assert.rejects(liquid.read("a", [{ part: "html", source: long }]), { code: "limit_reached" });
  const turn = new Promise((resolve) => setImmediate(resolve, "turned"));
  assert.equal(await Promise.race([slow, turn]), "turned");
  const text = { part: "text", source: "Dear {{ name }}", lengthMax: 100 } as const;
  assert.deepEqual(await liquid.render("b", [text], { name: "Ada" }), [{ text: "Dear Ada" }]);
  await slow;
});

test("each text has its outcome: names or a fault when it is read, a text or its refusal when it is rendered", async () => {
  const liquid = new LiquidThread();
  const read = await liquid.read("a", [
    { part: "subject", source: "{{ message.from }}" },
    { part: "text", source: "{% if %}" },
  ]);
  assert.deepEqual(
    read.map((one) => ("fault" in one ? one.fault.code : one.names.map(({ path }) => path))),
    [[["message", "from"]], "template_invalid"],
  );
  const texts = ["{{ a }}", "{{ b }}", "{{ a }}{{ a }}"].map((source) => ({ part: "text" as const, source }));
  const rendered = await liquid.render(
    "a",
    texts.map((text) => ({ ...text, lengthMax: 3 })),
    { a: "xy" },
  );
  assert.deepEqual(rendered, [{ text: "xy" }, { missing: ["b"] }, { isTooLarge: true }]);
  assert.deepEqual([await liquid.read("a", []), await liquid.render("a", [], {})], [[], []]);
});
