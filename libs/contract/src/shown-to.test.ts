import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, faultsOf } from "./fixture-protos.ts";

test("a member that is shown to few callers has to be nullable, for all others get null", async () => {
  const shown = (more: string) =>
    changed(
      "string due_on = 7 [",
      `string due_on = 7 [(platform.v1.json).shown_to = "things:write", ${more}`,
    );
  assert.deepEqual(await faultsOf(shown("(platform.v1.json).nullable = true, "), {}), []);
  const [fault, ...more] = await faultsOf(shown(""), {});
  assert.match(fault ?? "", /shop\.v1\.ThingCreate\.due_on is shown to few and not nullable/);
  assert.deepEqual(more, []);
});
