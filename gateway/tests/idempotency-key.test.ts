import assert from "node:assert/strict";
import { overBoth } from "./client.ts";
import { useStack } from "./stack.ts";

const stack = useStack();
const path = "/api/v1/things";
const body = "{}";

/** The key as the service gets it. */
const arrived = () => stack.things.calls.at(-1)?.metadata["idempotency-key"];

for (const key of ["order 17", "~".repeat(255), '"quoted", with a comma']) {
  overBoth(`the key ${key.slice(0, 24)} reaches the service as it is`, stack.port, async (send) => {
    await send({ method: "POST", path, body, headers: { "idempotency-key": key } });
    assert.equal(arrived(), key);
  });
}

for (const key of ["naïve", "tab\there", "\u00ff"]) {
  overBoth(`the key ${JSON.stringify(key)} reaches it as empty, not as absent`, stack.port, async (send) => {
    await send({ method: "POST", path, body, headers: { "idempotency-key": key } });
    assert.equal(arrived(), "");
  });
}

overBoth("a request without a key gets none", stack.port, async (send) => {
  await send({ method: "POST", path, body });
  assert.equal(arrived(), undefined);
});
