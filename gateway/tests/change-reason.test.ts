import assert from "node:assert/strict";
import { overBoth } from "./client.ts";
import { useStack } from "./stack.ts";

const stack = useStack();
const path = "/api/v1/things";
const body = "{}";

/** The reason as the service gets it (trust.reason). */
const arrived = () => stack.things.calls.at(-1)?.metadata["x-change-reason"];

for (const reason of ["Typo, see ticket 7", "caf%C3%A9%2C 100%25", "%ff", "~".repeat(6_000)]) {
  overBoth(`the reason ${reason.slice(0, 24)} reaches the service as it is`, stack.port, async (send) => {
    await send({ method: "POST", path, body, headers: { "x-change-reason": reason } });
    assert.equal(arrived(), reason);
  });
}

for (const reason of ["na\u00efve", "tab\there", "\u00ff, a"]) {
  overBoth(`the reason ${JSON.stringify(reason)} reaches it as empty`, stack.port, async (send) => {
    await send({ method: "POST", path, body, headers: { "x-change-reason": reason } });
    assert.equal(arrived(), "");
  });
}

overBoth("two reasons reach it as an empty one, so that it refuses them", stack.port, async (send) => {
  for (const two of [
    ["a", "b"],
    ["same", "same"],
    ["a", ""],
  ]) {
    await send({ method: "POST", path, body, headers: { "x-change-reason": two } });
    assert.equal(arrived(), "", two.join());
  }
});

overBoth("a request without a reason gets none", stack.port, async (send) => {
  await send({ method: "POST", path, body });
  assert.equal(arrived(), undefined);
});
