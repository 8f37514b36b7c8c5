import { services } from "@jst/fleet";
import assert from "node:assert/strict";
import { test } from "node:test";
import { rpcs as accountRpcs } from "../gen/account-registry.ts";
import { rpcs } from "../gen/registry.ts";
import { testAuth } from "./testing/test-auth.ts";

const { door } = await testAuth();
const internal = [...rpcs, ...accountRpcs].filter((rpc) => rpc.access === "internal");

for (const { method, callers } of internal) {
  test(`${method} answers ${callers.join(", ")} and nobody else`, async () => {
    for (const { name } of services) {
      const answer = door.callAs(name, method, { strange: true });
      if (callers.includes(name)) assert.equal((await answer).status, 422);
      else await assert.rejects(answer, /UNAUTHENTICATED/);
    }
    const operator = door.operate(method, { strange: true });
    if (callers.includes("operator")) assert.equal((await operator).status, 422);
    else await assert.rejects(operator, /UNAUTHENTICATED/);
    await assert.rejects(door.call(method, {}), /UNAUTHENTICATED/);
  });
}
