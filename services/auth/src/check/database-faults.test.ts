import assert from "node:assert/strict";
import { test } from "node:test";
import { assertDenied } from "../testing/assert-denied.ts";
import { proxiedAuth } from "../testing/proxied-auth.ts";

const { auth, proxy } = await proxiedAuth();

test("while the database is away, remembered tokens pass, others get 503, and none gets in", async () => {
  const team = await auth.newTeam();
  const [known, unknown] = [
    await auth.mint({ team, type: "service" }),
    await auth.mint({ team, type: "service" }),
  ];
  assert.ok((await auth.askWith(known.value)).isAllowed);
  proxy.judge = () => "cut";
  for (let times = 0; times < 5; times += 1) {
    assert.ok((await auth.askWith(known.value)).isAllowed);
    assertDenied(await auth.askWith(unknown.value), 503, "unavailable");
  }
  proxy.judge = () => "pass";
  while (!(await auth.askWith(unknown.value)).isAllowed);
});
