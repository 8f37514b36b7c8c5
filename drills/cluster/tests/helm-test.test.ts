import assert from "node:assert/strict";
import { test } from "node:test";
import { services } from "@jst/fleet";
import { helmTest, jst } from "./fleets.ts";

for (const release of ["jst", "jst-acme"]) {
  test(`helm test ${release}: a client's way through everything, from the gateway to the database and back`, async () => {
    await helmTest(release);
  });

  test(`jst status says of every component of ${release} that it is healthy`, async () => {
    const { healthy, components } = await jst<{ healthy: boolean; components: { name: string }[] }>(
      release,
      "status",
    );
    assert.ok(healthy);
    const expected = [...services.map(({ name }) => name), "gateway"].sort();
    assert.deepEqual(components.map(({ name }) => name).sort(), expected);
  });
}
