import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, type RpcDefinition } from "./index.ts";
import type { DoorOptions } from "./door.ts";

const definition = (shownTo: Record<string, string>) =>
  ({
    service: "a.v1.Things",
    method: "GetThing",
    access: "scope",
    request: null,
    query: null,
    shownTo,
  }) as never as RpcDefinition<object>;
const options = (guarded?: DoorOptions<object>["guarded"]) => ({ guarded }) as never as DoorOptions<object>;
const right = { resource: "things", action: "write" } as const;

test("a service does not start with a member for few callers that its door does not guard with the same right", () => {
  const guarded = { right, valueOf: () => "" };
  const rpc = definition({ url: "things:write" });
  assert.doesNotThrow(() => answerOf(rpc, options(guarded)));
  assert.doesNotThrow(() => answerOf(definition({}), options()));
  assert.throws(() => answerOf(rpc, options()), /Nothing guards url of a\.v1\.Things\/GetThing/);
  const other = { right: { ...right, resource: "others" }, valueOf: () => "" };
  assert.throws(() => answerOf(rpc, options(other)), /Nothing guards url/);
});
